package kvlab.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
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
    int run(List<String> only, boolean inProcess) throws Exception {
        List<String> names = SelfTest.names().stream()
                .filter(name -> only.isEmpty() || only.stream().anyMatch(each -> isMeant(name, each)))
                .toList();
        if (names.isEmpty()) {
            throw UsageException.of("--only " + String.join(",", only)
                    + ": there is no such broken node; there are stages and broken nodes, as 2-sharding, "
                    + "2-sharding:order");
        }
        int missed = 0;
        int undecided = 0;
        Path scratch = Scratch.folder(Lab.home(), "self-test");
        try (LiveLine live = new LiveLine(err)) {
            SelfTest selfTest = new SelfTest(Lab.home(), scratch);
            for (String name : names) {
                Exhibit exhibit = selfTest.exhibit(name);
                SelfTest.Way way = new SelfTest.Way(true, inProcess && !exhibit.endsItsJvm());
                SelfTest.Result result = selfTest.grade(exhibit, way, live);
                undecided += result.isDecided() ? 0 : 1;
                missed += result.isDecided() && !result.isCaught() ? 1 : 0;
                print(name, result);
            }
        } finally {
            Folders.remove(scratch);
        }
        out.printf(
                "%n%d broken nodes, %d caught by the checks named for them and by no other%n",
                names.size(), names.size() - missed - undecided);
        out.flush();
        if (missed > 0) {
            return Lab.NO;
        }
        return undecided > 0 ? Lab.UNDECIDED : Lab.DONE;
    }

    private static boolean isMeant(String name, String given) {
        return name.equals(given) || name.startsWith(given + ":") || name.endsWith(":" + given);
    }

    private void print(String name, SelfTest.Result result) {
        String verdict = result.isCaught() ? "caught" : result.isDecided() ? "MISSED" : "skipped";
        out.printf("%-7s %s: %s%n", verdict, name, result.exhibit().wrong());
        out.printf("        %s%n", String.join(", ", result.exhibit().checks()));
        if (!result.isDecided()) {
            out.printf("        need a process, and were not run%n");
        }
        tell("did not fail: ", result.missed());
        tell("failed, and should not have: ", result.unexpected());
        out.flush();
    }

    private void tell(String what, Set<String> checks) {
        if (!checks.isEmpty()) {
            out.printf("        %s%s%n", what, String.join(", ", checks));
        }
    }
}
