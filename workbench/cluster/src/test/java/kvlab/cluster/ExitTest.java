package kvlab.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ExitTest {

    @Test
    void theEndOfAProcessIsToldInWords() {
        assertEquals("was killed by SIGKILL (9)", new Exit(137).toString());
        assertEquals("was killed by signal (63)", new Exit(128 + 63).toString());
        assertEquals("ended with exit code 255", new Exit(255).toString());
        assertEquals("ran out of heap (exit code 3)", new Exit(3).toString());
        assertEquals("ended with exit code 70", new Exit(70).toString());
        assertEquals("stopped", new Exit(143).toString());
    }

    @Test
    void whoIsToldToStopDoesNotDie() {
        assertTrue(new Exit(0).isStop());
        assertTrue(new Exit(130).isStop());
        assertTrue(new Exit(143).isStop());
        assertFalse(new Exit(137).isStop());
        assertFalse(new Exit(1).isStop());
    }
}
