package kvlab.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.ServiceLoader;
import kvlab.cluster.Folders;
import kvlab.cluster.Printable;
import kvlab.cluster.UsageException;
import kvlab.grader.BrokenNodes;

/** {@code ./lab grade --self-test}: a line for each broken node. */
final class SelfTestRun {

    private final Path home;
    private final PrintWriter out;
    private final PrintWriter err;

    SelfTestRun(Path home, PrintWriter out, PrintWriter err) {
        this.home = home;
        this.out = out;
        this.err = err;
    }

    /** @param only names of broken nodes or of stages; all when there are none */
    int run(List<String> only, boolean inProcess) throws Exception {
        BrokenNodes gallery = gallery();
        List<String> names = gallery.names().stream()
                .filter(name -> only.isEmpty() || only.stream().anyMatch(each -> isMeant(name, each)))
                .toList();
        if (names.isEmpty()) {
            throw UsageException.of("--only " + String.join(",", only)
                    + ": there is no such broken node; there are stages and broken nodes, as 2-sharding, "
                    + "2-sharding:order");
        }
        int missed = 0;
        int undecided = 0;
        Path scratch = Scratch.folder(home, "self-test");
        try (LiveLine live = new LiveLine(err)) {
            for (String name : names) {
                BrokenNodes.Verdict verdict = gallery.grade(name, inProcess, home, scratch, live);
                undecided += verdict.isDecided() ? 0 : 1;
                missed += verdict.isDecided() && !verdict.isCaught() ? 1 : 0;
                print(name, verdict);
            }
        } finally {
            Folders.remove(scratch);
        }
        out.printf(
                Locale.ROOT,
                "%n%d broken nodes, %d caught by the checks named for them and by no other%n",
                names.size(),
                names.size() - missed - undecided);
        out.flush();
        if (missed > 0) {
            return Lab.NO;
        }
        return undecided > 0 ? Lab.UNDECIDED : Lab.DONE;
    }

    /** @param only names of mutations or of stages; all when there are none */
    int mutate(List<String> only) throws Exception {
        Path scratch = Scratch.folder(home, "mutations");
        try {
            boolean enough = gallery().mutate(only, home, scratch, line -> {
                out.println(line);
                out.flush();
            });
            return enough ? Lab.DONE : Lab.NO;
        } finally {
            Folders.remove(scratch);
        }
    }

    private static BrokenNodes gallery() throws UsageException {
        return ServiceLoader.load(BrokenNodes.class)
                .findFirst()
                .orElseThrow(() -> UsageException.of(
                        "--self-test: this is a student edition of the kit, and has no broken nodes"));
    }

    private static boolean isMeant(String name, String given) {
        return name.equals(given) || name.startsWith(given + ":") || name.endsWith(":" + given);
    }

    private void print(String name, BrokenNodes.Verdict verdict) {
        String word = verdict.isCaught() ? "caught" : verdict.isDecided() ? "MISSED" : "skipped";
        out.printf("%-7s %s: %s%n", word, name, verdict.wrong());
        out.printf("        %s%n", String.join(", ", verdict.checks()));
        if (!verdict.isDecided()) {
            out.printf("        need a process, and were not run%n");
        }
        if (!verdict.missed().isEmpty()) {
            out.printf("        did not fail: %s%n", String.join(", ", verdict.missed()));
        }
        verdict.unexpected().forEach((check, report) -> {
            out.printf("        failed, and should not have: %s%n", check);
            out.print(Printable.text(report).indent(10));
        });
        out.flush();
    }
}
