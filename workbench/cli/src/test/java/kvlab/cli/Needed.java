package kvlab.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** What not every machine has. */
final class Needed {

    private Needed() {}

    /** Where it is missing, the test is skipped. */
    static void program(String name) {
        boolean found = Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, name)));
        assertTrue(found || System.getenv("CI") == null, name + " is missing");
        assumeTrue(found, name + " is missing");
    }
}
