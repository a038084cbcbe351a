package kvlab.cluster;

import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.net.ConnectException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("its processes have copies of what other tests listen on")
class ShutPortTest extends LinkStand {

    @Test
    void processesThatAreBeingStartedDoNotKeepAPortOpen() throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        CompletableFuture<Void> starting = CompletableFuture.runAsync(() -> startProcesses(over), LinkStand::start);
        try {
            for (int i = 0; i < 200; i++) {
                link.refuse();
                assertThrows(ConnectException.class, this::dial);
                if (i % 10 == 0) {
                    link.unreachable();
                    assertDropped();
                }
                link.pass();
            }
        } finally {
            over.set(true);
        }
        starting.join();
    }

    private static void startProcesses(AtomicBoolean over) {
        try {
            while (!over.get()) {
                new ProcessBuilder("true").start().waitFor();
            }
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
