package kvlab.single;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import one.nio.net.Socket;
import org.junit.jupiter.api.Test;

class EntityServerTest {

    /** Otherwise the end of a large value waits 40 ms for the client's system to confirm its beginning. */
    @Test
    void aReplyIsNeverHeldBack() throws IOException {
        EntityServer server = EntityServer.create("127.0.0.1", TestNode.freePort(), Map.of(), Duration.ofSeconds(10));
        Socket accepted = Socket.createClientSocket();
        assertFalse(accepted.getNoDelay());

        EntitySession session = server.createSession(accepted);

        assertTrue(accepted.getNoDelay());
        session.close();
    }
}
