package kvlab.sandbox;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KilledTest {

    @Test
    void whoForksOrPrintsWithoutEndDoesSoEachTime() {
        assertTrue(Killed.isItsOwnDoing("  it wrote: " + Killed.since(Killed.tooMany(58, "processes", 32))));
        assertTrue(Killed.isItsOwnDoing(Killed.since(Killed.tooMany(3000, "threads", 2000))));
        assertTrue(Killed.isItsOwnDoing(Killed.since(Killed.printed(16 << 20))));
        assertTrue(Killed.isItsOwnDoing(
                "the code does not compile: the compiler was killed, since " + Killed.printed(1 << 20)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "it ran longer than 3600 s",
                "it took 1200 MiB of memory, and 1024 MiB are allowed",
                "the machine has 90 MiB of memory left, and 100 MiB are not for it",
                "it cannot be watched: java.io.IOException"
            })
    void timeAndMemoryMayHaveBeenShort(String reason) {
        assertFalse(Killed.isItsOwnDoing(Killed.since(reason)));
    }
}
