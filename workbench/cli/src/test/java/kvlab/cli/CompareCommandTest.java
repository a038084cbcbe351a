package kvlab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import kvlab.cluster.Ports;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What nodes themselves refuse, before an hour of measurements. */
@Tag("slow")
class CompareCommandTest {

    @TempDir
    private Path home;

    @BeforeEach
    void buildKit() throws IOException {
        BuiltKit.whole(home);
    }

    /** Clusters that are the same would be compared, and "same" would be told. */
    @ParameterizedTest
    @CsvSource({
        "client=completable, 'pool=2,4,6', pool=2",
        "client=completable, 'queue=1024,64', queue=1024", // which is what it is anyway
    })
    void settingThatDoesNothingIsNotVaried(String client, String vary, String first) {
        String port = Integer.toString(Ports.free(9));
        LabHere lab = LabHere.run(
                home, "compare", "4-async-client", "--scale", "smoke", "--port", port, "--set", client, "--vary", vary);
        String sentence = "--set " + first + " does nothing with " + client + ": it needs --set client=own-pool\n";
        assertTrue(lab.err().endsWith(sentence), lab.err());
        assertEquals(Lab.USAGE, lab.exit());
        assertFalse(Files.exists(home.resolve("profiles")));
    }
}
