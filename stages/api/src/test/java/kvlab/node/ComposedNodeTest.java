package kvlab.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ComposedNodeTest {

    private final List<String> closed = new ArrayList<>();

    /** Its parts are opened in this order; one that is called "missing" cannot be. */
    private final class Parts extends ComposedNode {

        private final List<String> names;

        Parts(String... names) {
            this.names = List.of(names);
        }

        @Override
        protected void open() throws IOException {
            for (String name : names) {
                if (name.equals("missing")) {
                    throw new IOException("there is no such part");
                }
                keep(part(name));
            }
        }
    }

    private Closeable part(String name) {
        return () -> {
            closed.add(name);
            if (name.equals("stuck")) {
                throw new IOException("it is stuck");
            }
        };
    }

    @Test
    void whatWasOpenedLastIsClosedFirst() throws IOException {
        Node node = new Parts("store", "workers", "server");
        node.start();
        assertEquals(List.of(), closed);
        node.stop();
        assertEquals(List.of("server", "workers", "store"), closed);
    }

    @Test
    void stoppingTwiceClosesNothingTwice() throws IOException {
        Node node = new Parts("store");
        node.stop();
        node.start();
        node.stop();
        node.stop();
        assertEquals(List.of("store"), closed);
    }

    @Test
    void aNodeThatStopsMayStartAgain() throws IOException {
        Node node = new Parts("store");
        node.start();
        node.stop();
        node.start();
        node.stop();
        assertEquals(List.of("store", "store"), closed);
    }

    @Test
    void aNodeThatFailsToStartLeavesNothingOpen() {
        Node node = new Parts("store", "workers", "missing", "server");
        assertEquals(
                "there is no such part",
                assertThrows(IOException.class, node::start).getMessage());
        assertEquals(List.of("workers", "store"), closed);
        node.stop();
        assertEquals(List.of("workers", "store"), closed);
    }

    @Test
    void aPartThatFailsToCloseKeepsNoOtherOpen() throws IOException {
        Node node = new Parts("store", "stuck", "server");
        node.start();
        assertThrows(UncheckedIOException.class, node::stop);
        assertEquals(List.of("server", "stuck", "store"), closed);
    }
}
