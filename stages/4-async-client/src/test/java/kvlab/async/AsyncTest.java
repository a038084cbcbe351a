package kvlab.async;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import kvlab.http.Body;
import kvlab.node.NodeFactory;
import kvlab.single.Answer;
import kvlab.single.EntityRequest;
import one.nio.http.Response;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class AsyncTest extends ServiceContract {

    @TempDir
    private Path data;

    @Override
    protected NodeFactory factory() {
        return new StageFactory();
    }

    /** The clients that run on this JDK. */
    static Stream<String> possible() {
        boolean hasVirtualThreads = Runtime.version().feature() >= 21;
        return Client.ALL.keySet().stream()
                .filter(client -> hasVirtualThreads || !client.equals("virtual"))
                .map(client -> "client=" + client);
    }

    @Override
    protected Stream<String> clients() {
        return possible();
    }

    /** A selector thread that waits for answers is not free to stop, so not every test is for this way. */
    @Override
    protected Stream<String> allClients() {
        return Stream.concat(clients(), Stream.of("client=futures collect=selector"));
    }

    @Override
    protected Stream<String> promptClients() {
        return Stream.of("client=completable", "client=own-pool");
    }

    @Test
    @EnabledForJreRange(max = JRE.JAVA_20)
    void virtualThreadsAreRefusedBeforeJdk21() {
        IllegalArgumentException e =
                assertThrows(IllegalArgumentException.class, () -> new TestNodes(factory(), data, "client=virtual"));
        assertEquals(
                "client=virtual needs JDK 21 or newer; this node runs on JDK "
                        + Runtime.version().feature(),
                e.getMessage());
    }

    @Test
    void roomForRequestsIsGivenBackWhenTheServiceFails() throws Exception {
        AsyncHandler server = new AsyncHandler(
                (request, limits) -> {
                    throw new IllegalStateException("not yet written");
                },
                Duration.ofSeconds(1));
        AtomicInteger failed = new AtomicInteger();
        // There is no room for two of them at once.
        for (int i = 0; i < 3; i++) {
            server.handle(
                    put(new byte[13 << 20]),
                    (Response response) -> failed.addAndGet(response.getStatus() == 500 ? 1 : 0));
        }
        assertEquals(3, failed.get());
    }

    @Test
    void newcomersLeaveRoomForTheAnswersToOthers() {
        List<CompletableFuture<Response>> underWay = new ArrayList<>();
        AsyncHandler server = new AsyncHandler(
                (request, limits) -> {
                    underWay.add(new CompletableFuture<>());
                    return underWay.get(underWay.size() - 1);
                },
                Duration.ofSeconds(1));
        List<Integer> answers = new ArrayList<>();
        Answer client = response -> answers.add(response.getStatus());
        server.handle(put(new byte[9 << 20]), client);
        server.handle(put(new byte[0]), client);
        assertEquals(List.of(503), answers);

        underWay.get(0).complete(new Response(Response.CREATED, Response.EMPTY));
        server.handle(put(new byte[0]), client);
        underWay.get(1).complete(new Response(Response.CREATED, Response.EMPTY));
        assertEquals(List.of(503, 201, 201), answers);
    }

    private static EntityRequest put(byte[] value) {
        return new EntityRequest(EntityRequest.Method.PUT, new byte[1], Body.of(value), null, System.nanoTime());
    }
}
