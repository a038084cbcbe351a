package kvlab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import kvlab.cluster.Ports;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What nodes themselves refuse, before an hour of measurements. */
@Tag("slow")
class CompareCommandTest {

    @TempDir
    private Path home;

    private final StringWriter err = new StringWriter();

    @BeforeEach
    void buildKit() throws IOException {
        BuiltKit.whole(home);
    }

    /** Three clusters that are the same would be compared, and "no significant change" would be told. */
    @Test
    void poolThatNoThreadServesIsNotVaried() {
        assertRefused(
                "--set pool=2 does nothing with client=completable: it needs --set client=own-pool",
                "--set",
                "client=completable",
                "--vary",
                "pool=2,4,6");
    }

    /** Not even as what it is anyway. */
    @Test
    void queueThatNobodyWaitsInIsNotVaried() {
        assertRefused(
                "--set queue=1024 does nothing with client=nio: it needs --set client=own-pool",
                "--set",
                "client=nio",
                "--vary",
                "queue=1024,64");
    }

    private void assertRefused(String sentence, String... options) {
        String[] words = {"compare", "4-async-client", "--scale", "smoke", "--port", Integer.toString(Ports.free(3))};
        int exit = Lab.commandLine(home, new PrintWriter(new StringWriter()), new PrintWriter(err))
                .execute(Stream.concat(Stream.of(words), Stream.of(options)).toArray(String[]::new));
        assertTrue(err.toString().endsWith(sentence + "\n"), err.toString());
        assertEquals(Lab.USAGE, exit);
        assertFalse(Files.exists(home.resolve("profiles")));
    }
}
