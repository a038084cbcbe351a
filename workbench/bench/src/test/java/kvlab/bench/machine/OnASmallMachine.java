package kvlab.bench.machine;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** What tests need that look at a machine: a folder that looks like one, and has only what the test adds. */
abstract class OnASmallMachine {

    @TempDir
    Path folder;

    SmallMachine machine;

    @BeforeEach
    void machine() {
        machine = new SmallMachine(folder);
    }
}
