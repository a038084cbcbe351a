package kvlab.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.ServerSocket;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A node listens on its port a second after the port was found free, and the port has to be free then. */
class PortsTest {

    private static final int BLOCK = 1_000;

    /** As many as the longest grade takes, and more. */
    private static final int MANY = 800;

    @Test
    void whatWasGivenIsNotGivenAgainSoon() {
        assertEquals(
                MANY,
                IntStream.range(0, MANY)
                        .map(each -> Ports.free(1))
                        .boxed()
                        .collect(Collectors.toSet())
                        .size());
    }

    @Test
    void nobodyElseListensInTheBlock() {
        int port = Ports.free(1);
        assertFalse(Ports.isFree(port - port % BLOCK));
        for (int i = 0; i < MANY; i++) {
            assertEquals(port / BLOCK, Ports.free(1) / BLOCK);
        }
    }

    @Test
    void whatIsTakenMeanwhileIsLeftOut() throws Exception {
        int port = Ports.free(1);
        try (ServerSocket taken = new ServerSocket(port + 1)) {
            assertTrue(taken.isBound());
            for (int i = 0; i < MANY; i++) {
                assertFalse(Ports.free(1) == port + 1);
            }
        }
    }
}
