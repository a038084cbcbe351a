package kvlab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The notebooks of the labs run from the first cell to the last: all five in CI and in the soak run, elsewhere one. Two run at a
 * time, since a notebook mostly waits. Each then has a network of its own, so that both may use the usual ports. The text of the
 * cells is {@link LabStoriesTest}'s.
 */
@Tag("slow")
class LabNotebooksTest {

    private static final Path KIT = Path.of(System.getProperty("kvlab.home"));

    @TempDir
    private Path home;

    @BeforeAll
    static void setUp() throws Exception {
        NotebookEnvironment.require();
        if (executed().size() > 1) {
            SandboxHere.require();
        }
    }

    static List<String> executed() {
        boolean all = Boolean.getBoolean("kvlab.soak") || System.getenv("CI") != null;
        if (!all) {
            return List.of("3-replication");
        }
        List<String> longestFirst = new ArrayList<>(LabStoriesTest.labs());
        Collections.reverse(longestFirst);
        return longestFirst;
    }

    @ParameterizedTest
    @Execution(ExecutionMode.CONCURRENT)
    @MethodSource("executed")
    void runsAtSmokeScale(String name) throws Exception {
        CommittedNotebooks.copy(home);
        BuiltKit.whole(home);
        NotebookEnvironment.in(home);
        for (String id : LabStoriesTest.recorded(name)) {
            BuiltKit.recorded(home, id);
        }
        Path said = home.resolve("said");
        List<String> command = new ArrayList<>();
        if (executed().size() > 1) {
            command.addAll(List.of("bwrap", "--dev-bind", "/", "/", "--unshare-net", "--die-with-parent"));
        }
        command.addAll(List.of("./lab", "notebook", name, "--execute", "--scale", "smoke", "--param", "rate=500"));
        Process lab = new ProcessBuilder(command)
                .directory(home.toFile())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        int exit = Processes.end(lab, 9);
        assertEquals(0, exit, Files.readString(said));
    }
}
