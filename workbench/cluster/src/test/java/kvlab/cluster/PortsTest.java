package kvlab.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A node listens on its port a second after the port was found free, and the port has to be free then. */
class PortsTest {

    private static final int BLOCK = 1_000;

    /** As many as the longest grade takes, and more. */
    private static final int MANY = 800;

    private static final int LOOKS = 10_000;

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

    @Test
    void lookDoesNotTakeThePortWhereAProcessIsBeingStarted() throws Exception {
        int port = Ports.free(1);
        whileProcessesStart(() -> Ports.isFree(port));
    }

    @Test
    void portThatThisJvmGaveUpIsWaitedForWhereAProcessIsBeingStarted() throws Exception {
        int port = Ports.free(1);
        whileProcessesStart(() -> {
            new ServerSocket(port, 1, InetAddress.getLoopbackAddress()).close();
            return Ports.becomesFree(port);
        });
    }

    private static void whileProcessesStart(Callable<Boolean> look) throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        ExecutorService threads = Executors.newSingleThreadExecutor();
        Future<?> processes = threads.submit(() -> {
            while (!over.get()) {
                new ProcessBuilder("true").start().waitFor();
            }
            return null;
        });
        try {
            for (int i = 0; i < LOOKS; i++) {
                assertTrue(look.call(), "look " + i);
            }
        } finally {
            over.set(true);
            processes.get();
            threads.shutdown();
        }
    }
}
