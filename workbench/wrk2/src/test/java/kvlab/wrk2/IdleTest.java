package kvlab.wrk2;

import static kvlab.wrk2.Step.close;
import static kvlab.wrk2.Step.delay;
import static kvlab.wrk2.Step.hang;
import static kvlab.wrk2.Step.lastAnswer;
import static kvlab.wrk2.Step.ok;
import static kvlab.wrk2.Step.refuseConnections;
import static kvlab.wrk2.Step.reset;
import static kvlab.wrk2.Step.silence;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A load that cannot be sent costs nothing: whatever a server does or fails to do, the loop waits for it. */
@Tag("slow")
@Timeout(120)
class IdleTest {

    /** CPU time that is allowed in two seconds. A spinning loop uses all of them, or a third if six spin on two cores. */
    private static final long SPINNING = TimeUnit.MILLISECONDS.toNanos(400);

    @TempDir
    private Path folder;

    @ParameterizedTest(name = "{0}")
    @MethodSource("idleServers")
    @Execution(ExecutionMode.CONCURRENT)
    void loopDoesNotSpin(String what, Step greeting, Step step, String... options) throws Exception {
        try (ScriptedServer server = ScriptedServer.greeting(greeting, step)) {
            long cpu = LoadThread.of(server, options).nanos();
            assertTrue(cpu > 0);
            assertTrue(cpu < SPINNING, what + " took " + cpu / 1_000_000 + " ms of CPU");
        }
    }

    static Stream<Arguments> idleServers() {
        String[] fast = {"-t1", "-c4", "-d2", "-R10k"};
        return Stream.of(
                Arguments.of("silence", silence(), silence(), fast),
                Arguments.of("a server that hangs", silence(), hang(), fast),
                Arguments.of(
                        "a server that is gone", silence(), refuseConnections().then(lastAnswer("last")), fast),
                Arguments.of("a server that closes at once", close(), silence(), fast),
                Arguments.of("a server that resets each request", silence(), reset(), fast),
                Arguments.of(
                        "a server that is late",
                        silence(),
                        delay(Duration.ofMillis(300)).then(ok("a")),
                        fast),
                Arguments.of("a low rate", silence(), ok("a"), new String[] {"-t1", "-c1", "-d2", "-R20"}),
                Arguments.of(
                        "wrk2's timer", silence(), ok("a"), new String[] {"-t1", "-c1", "-d2", "-R20", "--wrk2-timer"
                        }));
    }

    @LoadTogether
    void requestLargerThanAllBuffersOnTheWayIsNotWrittenInALoop() throws Exception {
        loopDoesNotSpin("a server that reads nothing", hang(), silence(), large());
    }

    @LoadTogether
    void requestThatWasReadAndHasNoAnswerIsNotWrittenInALoop() throws Exception {
        loopDoesNotSpin("a server that read everything", silence(), silence(), large());
    }

    private String[] large() throws Exception {
        String script = script("local body = ('x'):rep(20000000)\n"
                        + "function request() return wrk.format('PUT', '/', nil, body) end")
                .toString();
        return new String[] {"-t1", "-c1", "-d2", "-R1", "-T10", "-s", script};
    }

    private Path script(String lua) throws Exception {
        return Files.writeString(folder.resolve("script.lua"), lua);
    }
}
