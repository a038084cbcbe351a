package kvlab.wrk2;

import static kvlab.wrk2.Step.close;
import static kvlab.wrk2.Step.delay;
import static kvlab.wrk2.Step.ok;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Servers that are within their rights, and easily blamed for what a client does then. */
@Tag("slow")
class ReconnectTest {

    @TempDir
    private Path folder;

    /** A server that closes what is idle: one that has nothing to say must not be asked again and again meanwhile. */
    @Test
    void aConnectionThatIsClosedWhileIdleIsMadeWhenItIsNeeded() throws Exception {
        Step closingTheIdle = ok("").then(delay(Duration.ofMillis(300))).then(close());
        try (ScriptedServer server = ScriptedServer.answering(closingTheIdle)) {
            Load load = Load.of(server, "-t1", "-c1", "-d3", "-R1");
            assertEquals(Wrk2.GOOD, load.status(), load.err());
            assertEquals(3, load.count("requests/answered"), load.out());
            // One to see whether there is a server; then one for each request.
            assertEquals(4, server.connections());
            assertEquals(2, load.count("reconnects"));
        }
    }

    /** What the server counts as malformed, such as the rest of a request behind another one's head, fails its close. */
    @Test
    void anAnswerBeforeTheEndOfTheRequestDoesNotSpoilTheNextOne() throws Exception {
        Path script = Files.writeString(
                folder.resolve("large.lua"),
                "local r; function request() r = r or wrk.format('PUT', '/', nil, ('x'):rep(8388608)); return r end");
        try (ScriptedServer server = ScriptedServer.answeringHeads(ok(""))) {
            Load load = Load.of(server, "-t1", "-c1", "-d2", "-R500", "-s", script.toString());
            assertEquals(Wrk2.GOOD, load.status(), load.err());
            assertTrue(load.count("requests/answered") >= 2, load.out());
            assertTrue(server.requestCount() >= load.count("requests/answered") - 1, load.out());
        }
    }

    @Test
    void aRequestThatIsLostAndSentAgainIsNotARateThatWasHeld() throws Exception {
        Step last = ok("").then(close());
        try (ScriptedServer server =
                ScriptedServer.playing(request -> request.connection() % 2 == 1 ? close() : last)) {
            Load load = Load.of(server, "-t1", "-c1", "-d2", "-R200");
            assertTrue(load.count("requests/answered") < load.count("requests/due") * 0.9, load.out());
            assertFalse(load.at("requests/rate_held").getAsBoolean(), load.out());
        }
    }
}
