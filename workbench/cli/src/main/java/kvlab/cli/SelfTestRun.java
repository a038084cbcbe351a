package kvlab.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import kvlab.cluster.Folders;
import kvlab.cluster.UsageException;
import kvlab.gallery.Exhibit;
import kvlab.gallery.SelfTest;

/** {@code ./lab grade --self-test}: a line for each broken node. */
final class SelfTestRun {

    private final PrintWriter out;
    private final PrintWriter err;

    SelfTestRun(PrintWriter out, PrintWriter err) {
        this.out = out;
        this.err = err;
    }

    /** @param only names of broken nodes or of stages; all when there are none */
    int run(List<String> only) throws Exception {
        List<String> names = SelfTest.names().stream()
                .filter(name -> only.isEmpty() || only.stream().anyMatch(each -> isMeant(name, each)))
                .toList();
        if (names.isEmpty()) {
            throw UsageException.of("--only " + String.join(",", only)
                    + ": there is no such broken node; there are stages and broken nodes, as 2-sharding, "
                    + "2-sharding:order");
        }
        int missed = 0;
        Path scratch = Scratch.folder(Lab.home(), "self-test");
        try (LiveLine live = new LiveLine(err)) {
            SelfTest selfTest = new SelfTest(Lab.home(), scratch);
            for (String name : names) {
                Exhibit exhibit = selfTest.exhibit(name);
                SelfTest.Result result = selfTest.grade(exhibit, false, live);
                missed += result.isCaught() ? 0 : 1;
                print(name, result);
            }
        } finally {
            Folders.remove(scratch);
        }
        out.printf(
                "%n%d broken nodes, %d caught by the checks named for them and by no other%n",
                names.size(), names.size() - missed);
        out.flush();
        return missed == 0 ? Lab.DONE : Lab.NO;
    }

    private static boolean isMeant(String name, String given) {
        return name.equals(given) || name.startsWith(given + ":") || name.endsWith(":" + given);
    }

    private void print(String name, SelfTest.Result result) {
        out.printf(
                "%-7s %s: %s%n",
                result.isCaught() ? "caught" : "MISSED", name, result.exhibit().wrong());
        out.printf("        %s%n", String.join(", ", result.exhibit().checks()));
        if (!result.isCaught()) {
            out.printf("        failed instead: %s%n", String.join(", ", result.failed()));
        }
        out.flush();
    }
}
