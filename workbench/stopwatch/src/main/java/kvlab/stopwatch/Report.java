package kvlab.stopwatch;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What a run of the tests took: a table of the test classes that cost most, and whether each module kept to its budget. */
public final class Report {

    private static final List<String> FOLDERS = List.of("stages", "grader", "workbench");
    private static final int MODULE_DEPTH = 3;
    private static final int CLASSES = 40;
    private static final int OVER_BUDGET = 2;

    private final Path home;
    private final Map<String, ModuleTimes> modules = new TreeMap<>();

    private Report(Path home) {
        this.home = home;
    }

    /**
     * Arguments: the folder of the kit, then --times for the table, --budget to compare with the budget. Exit code 2: a module
     * took too long.
     */
    public static void main(String[] arguments) throws IOException {
        List<String> words = List.of(arguments);
        Report report = of(Path.of(words.get(0)));
        if (words.contains("--times")) {
            report.table(System.out);
        }
        System.exit(words.contains("--budget") && !report.keepsBudget(System.err) ? OVER_BUDGET : 0);
    }

    static Report of(Path home) throws IOException {
        Report report = new Report(home);
        for (String folder : FOLDERS) {
            if (Files.isDirectory(home.resolve(folder))) {
                report.readBelow(home.resolve(folder));
            }
        }
        return report;
    }

    private void readBelow(Path folder) throws IOException {
        try (Stream<Path> files =
                Files.find(folder, MODULE_DEPTH, (file, attributes) -> file.endsWith("target/" + ModuleTimes.FILE))) {
            for (Path file : files.toList()) {
                String module = home.relativize(file.getParent().getParent()).toString();
                modules.put(module, ModuleTimes.read(file));
            }
        }
    }

    /** Fits 80 columns. */
    void table(PrintStream out) {
        out.println();
        out.printf("  %8s %8s %6s %9s  %s%n", "wall s", "CPU s", "JVMs", "clusters", "test class, the 40 longest");
        rows().limit(CLASSES).forEach(row -> print(out, row.cost(), row.name()));
        out.println();
        out.printf("  %8s %8s %6s %9s  %s%n", "wall s", "CPU s", "JVMs", "clusters", "module");
        modules.forEach((module, times) -> {
            Cost sum = times.classes().values().stream().reduce(Cost.NONE, Cost::plus);
            print(out, new Cost(times.wall(), sum.cpu(), sum.jvms(), sum.clusters()), module);
        });
    }

    private record Row(String name, Cost cost) {}

    private Stream<Row> rows() {
        return modules.values().stream()
                .flatMap(times -> times.classes().entrySet().stream())
                .map(entry -> new Row(simple(entry.getKey()), entry.getValue()))
                .sorted(Comparator.comparing(row -> -row.cost().wall()));
    }

    private static void print(PrintStream out, Cost cost, String name) {
        out.printf(
                Locale.ROOT,
                "  %8.1f %8.1f %6.0f %9.0f  %s%n",
                cost.wall(),
                cost.cpu(),
                cost.jvms(),
                cost.clusters(),
                name);
    }

    private static String simple(String className) {
        return className.substring(className.lastIndexOf('.') + 1);
    }

    /** Writes what this run took, in the form of a budget, beside the log of the build. */
    boolean keepsBudget(PrintStream err) throws IOException {
        List<Loop> loops = modules.values().stream()
                .flatMap(times -> times.loops().stream())
                .toList();
        Map<String, Budget.Share> shares = new TreeMap<>();
        modules.forEach((module, times) -> shares.put(module, Budget.Share.of(times, loops)));
        Path taken = home.resolve(".kvlab/test-budget.tsv");
        Files.createDirectories(taken.getParent());
        Budget.of(shares).write(taken);
        Path file = home.resolve(".ci/test-budget.tsv");
        if (!Files.exists(file)) {
            // A kit that is no clone of the whole repository may have none.
            return true;
        }
        Budget budget = Budget.read(file);
        List<String> objections = budget.objections(shares);
        objections.forEach(objection -> err.println("lab: " + objection));
        if (!objections.isEmpty()) {
            err.println("lab: ./lab test --times shows what costs most; if this growth is intended, copy " + taken
                    + " to " + file);
        }
        return objections.isEmpty();
    }
}
