package kvlab.wrk2;

import static kvlab.wrk2.Step.ok;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whatever is allocated for each request is collected some day, in a pause that looks like a slow server. */
@Tag("slow")
@Timeout(120)
class GarbageTest {

    @TempDir
    private Path folder;

    @Test
    void defaultRequestLeavesNoGarbage() throws Exception {
        double bytes = garbagePerRequest("-t1", "-c4", "-d5", "-R5k");
        assertTrue(bytes < 1, bytes + " bytes a request");
    }

    @Test
    void requestOfAScriptLeavesNoGarbage() throws Exception {
        Path script = script("local n = 0; function request() n = n + 1; return wrk.format('GET', '/' .. n) end");
        double bytes = garbagePerRequest("-t1", "-c4", "-d5", "-R5k", "-s", script.toString());
        assertTrue(bytes < 1, bytes + " bytes a request");
    }

    /** What is known to allocate is seen, so the measurement can fail. */
    @Test
    void garbageIsSeen() throws Exception {
        Path script = script("function response() end");
        double bytes = garbagePerRequest("-t1", "-c4", "-d5", "-R5k", "-s", script.toString());
        assertTrue(bytes > 50, bytes + " bytes a request");
    }

    /** Of the second half of a run, when what is used often is compiled. */
    private double garbagePerRequest(String... options) throws Exception {
        try (ScriptedServer server = ScriptedServer.answering(ok("a"))) {
            LoadThread thread = LoadThread.of(server, options);
            server.awaitRequests(5_000);
            int requests = server.requestCount();
            long bytes = thread.allocatedBytes();
            server.awaitRequests(requests + 3_000);
            requests = server.requestCount() - requests;
            bytes = thread.allocatedBytes() - bytes;
            assertTrue(thread.isRunning(), "the run has ended before it was measured");
            assertEquals(Wrk2.GOOD, thread.awaitEnd().status());
            return (double) bytes / requests;
        }
    }

    private Path script(String lua) throws Exception {
        return Files.writeString(folder.resolve("script.lua"), lua);
    }
}
