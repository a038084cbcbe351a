package kvlab.stopwatch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * What the tests of one module cost.
 *
 * @param wall seconds from the first test to the last, without the calibration loops
 * @param classes each test class by its full name
 * @param loops that ran between its test classes
 */
record ModuleTimes(double wall, Map<String, Cost> classes, List<Loop> loops) {

    static final String FILE = "test-times.tsv";

    private static final String MODULE = "module";
    private static final String CLASS = "class";
    private static final String LOOP = "loop";

    void write(Path target) throws IOException {
        List<String> lines = new ArrayList<>();
        lines.add(line(MODULE, "wall", wall));
        classes.forEach(
                (name, cost) -> lines.add(line(CLASS, name, cost.wall(), cost.cpu(), cost.jvms(), cost.clusters())));
        loops.forEach(loop -> lines.add(line(LOOP, "sort", loop.wall(), loop.cpu())));
        Files.createDirectories(target);
        Files.writeString(target.resolve(FILE), String.join("\n", lines) + "\n", StandardCharsets.UTF_8);
    }

    static ModuleTimes read(Path file) throws IOException {
        double wall = 0;
        Map<String, Cost> classes = new TreeMap<>();
        List<Loop> loops = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            String[] fields = line.split("\t");
            switch (fields[0]) {
                case MODULE -> wall = number(file, fields, 2);
                case CLASS ->
                    classes.put(
                            fields[1],
                            new Cost(
                                    number(file, fields, 2),
                                    number(file, fields, 3),
                                    number(file, fields, 4),
                                    number(file, fields, 5)));
                case LOOP -> loops.add(new Loop(number(file, fields, 2), number(file, fields, 3)));
                default ->
                    throw new IOException(
                            file + " has a line that begins with " + fields[0] + "; expected module, class or loop");
            }
        }
        return new ModuleTimes(wall, classes, loops);
    }

    double cpu() {
        return classes.values().stream().mapToDouble(Cost::cpu).sum();
    }

    /** Of a run: one slow loop, or a few, do not count. */
    static double median(List<Loop> loops, ToDoubleFunction<Loop> figure) {
        double[] sorted = loops.stream().mapToDouble(figure).sorted().toArray();
        int middle = sorted.length / 2;
        if (sorted.length == 0) {
            return Double.NaN;
        }
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    private static String line(String kind, String name, double... numbers) {
        StringBuilder line = new StringBuilder(kind + "\t" + name);
        for (double number : numbers) {
            line.append(String.format(Locale.ROOT, "\t%.3f", number));
        }
        return line.toString();
    }

    private static double number(Path file, String[] fields, int index) throws IOException {
        try {
            return Double.parseDouble(fields[index]);
        } catch (ArrayIndexOutOfBoundsException | NumberFormatException e) {
            throw new IOException(
                    file + ": expected a number as field " + (index + 1) + " of: " + String.join(" ", fields), e);
        }
    }
}
