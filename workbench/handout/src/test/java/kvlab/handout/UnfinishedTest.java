package kvlab.handout;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How ./lab checkout and ./lab export write a folder: by a program that waits between two files. */
@Timeout(60)
class UnfinishedTest {

    @TempDir
    private Path directory;

    private Path folder;
    private Process program;
    private BufferedReader told;

    private void begin() throws IOException {
        folder = directory.resolve("mine");
        program = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        TwoFiles.class.getName(),
                        folder.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        told = program.inputReader();
        assertEquals("one", told.readLine());
        assertTrue(Files.exists(folder.resolve("src/One.java")));
    }

    @AfterEach
    void stop() {
        program.destroyForcibly();
    }

    @ParameterizedTest
    @CsvSource({"INT, 130", "TERM, 143"})
    void whoIsEndedBetweenTwoFilesLeavesNothing(String signal, int code) throws Exception {
        begin();
        end(signal);
        assertEquals(code, program.waitFor());
        assertFalse(Files.exists(folder));
    }

    @Test
    void anEmptyFolderThatWasThereIsEmptyAgain() throws Exception {
        Files.createDirectory(directory.resolve("mine"));
        begin();
        end("TERM");
        assertEquals(143, program.waitFor());
        assertArrayEquals(new String[0], folder.toFile().list());
    }

    @Test
    void whatIsFinishedStays() throws Exception {
        begin();
        program.getOutputStream().close();
        assertEquals("both", told.readLine());
        assertEquals(0, program.waitFor());
        assertTrue(Files.exists(folder.resolve("src/One.java")));
        assertTrue(Files.exists(folder.resolve("Two.java")));
    }

    private void end(String signal) throws Exception {
        new ProcessBuilder("kill", "-" + signal, Long.toString(program.pid()))
                .start()
                .waitFor();
    }

    static final class TwoFiles {

        private TwoFiles() {}

        public static void main(String[] arguments) throws IOException {
            try (Unfinished folder = new Unfinished(Path.of(arguments[0]))) {
                folder.write("src/One.java", new byte[1]);
                System.out.println("one");
                // Nobody writes: it waits for the end.
                System.in.read();
                folder.write("Two.java", new byte[1]);
                folder.finish();
                System.out.println("both");
            }
        }
    }
}
