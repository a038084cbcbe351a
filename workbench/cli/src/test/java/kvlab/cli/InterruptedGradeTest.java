package kvlab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A grade that is cut off has decided nothing, and must not say that a check failed because its node was gone. */
@Tag("slow")
@Timeout(120)
@Tag("whole-kit")
class InterruptedGradeTest {

    /** The second of a stage's nodes is one that a check stops and starts: by then checks are under way. */
    private static final int NODES = 2;

    @TempDir
    private Path home;

    private Process lab;

    @AfterEach
    void nothingIsLeftBehind() throws IOException {
        lab.destroyForcibly();
        BuiltKit.assertNothingIsLeft(home);
    }

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource({"INT, 130, 1-single-node", "TERM, 143, --self-test --only 1-single-node:hoard"})
    void aGradeThatIsCutOffHasNoVerdict(String signal, int code, String words) throws Exception {
        BuiltKit.in(home);
        Path out = home.resolve("out");
        Path err = home.resolve("err");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dkvlab.home=" + home,
                "-cp",
                System.getProperty("java.class.path"),
                ToTheEnd.class.getName(),
                "grade"));
        command.addAll(List.of(words.split(" ")));
        lab = new ProcessBuilder(command)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        List<ProcessHandle> nodes = awaitNodes();
        Processes.signal(signal, lab);
        assertTrue(lab.waitFor(60, TimeUnit.SECONDS));
        assertEquals(code, lab.exitValue());
        assertEquals("", Files.readString(out, StandardCharsets.UTF_8));
        assertEquals(
                List.of("lab: the grade was interrupted, and decides nothing"),
                Files.readAllLines(err, StandardCharsets.UTF_8).stream()
                        .filter(line -> !line.startsWith(LiveLine.HOW_FAR))
                        .toList());
        Processes.awaitEnd(nodes);
    }

    /** Does not end before the command has said all that it has to say, which otherwise is a matter of moments. */
    static final class ToTheEnd {

        private ToTheEnd() {}

        public static void main(String[] arguments) {
            Thread command = Thread.currentThread();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                try {
                    command.join();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }));
            Lab.run(arguments);
        }
    }

    private List<ProcessHandle> awaitNodes() throws InterruptedException {
        Set<ProcessHandle> seen = new TreeSet<>();
        while (seen.size() < NODES) {
            assertTrue(lab.isAlive(), "it ended before a check had a node of its own");
            lab.descendants().filter(Processes::isJava).forEach(seen::add);
            TimeUnit.MILLISECONDS.sleep(10);
        }
        return List.copyOf(seen);
    }
}
