package kvlab.single;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rule E11: requests that a client sends without waiting. */
@Tag("slow")
class PipelineTest {

    private static final int CONNECTIONS = 64;
    private static final int REQUESTS = 16;
    private static final int LARGE_REQUESTS = 4;

    @Test
    void everyConnectionGetsItsOwnAnswersInOrder(@TempDir Path data) throws IOException {
        try (TestNode node = TestNode.start(data)) {
            List<RawClient> clients = connect(node);
            for (RawClient client : clients) {
                for (int i = 0; i < REQUESTS; i++) {
                    client.put(id(clients, client, i), id(clients, client, i).getBytes(UTF_8));
                }
            }
            for (RawClient client : clients) {
                for (int i = 0; i < REQUESTS; i++) {
                    assertEquals(201, client.answer().status());
                    client.get(id(clients, client, i));
                }
            }
            for (RawClient client : clients) {
                for (int i = 0; i < REQUESTS; i++) {
                    assertEquals(id(clients, client, i), client.answer().text());
                }
                client.close();
            }
        }
    }

    @Test
    void requestsMayBeCutAnywhere(@TempDir Path data) throws IOException {
        String requests = "PUT /v0/entity?id=%D0%BA HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nhello"
                + "PUT /v0/entity?id=c HTTP/1.1\r\nContent-Length: 6\r\n\r\nabcdef"
                + "GET /v0/entity?id=%D0%BA HTTP/1.1\r\n\r\nGET /v0/entity?id=c HTTP/1.1\r\n\r\n";
        try (TestNode node = TestNode.start(data)) {
            for (int cut = 1; cut < requests.length(); cut++) {
                try (RawClient client = node.connect()) {
                    // The answer to the first request proves that the part behind it was read, and kept.
                    client.send("GET /v0/status HTTP/1.1\r\n\r\n" + requests.substring(0, cut));
                    assertEquals(200, client.answer().status());
                    int answers = answersBefore(requests, cut);
                    List<RawClient.Answer> seen = new ArrayList<>();
                    for (int i = 0; i < answers; i++) {
                        seen.add(client.answer());
                    }
                    client.send(requests.substring(cut));
                    for (int i = answers; i < 4; i++) {
                        seen.add(client.answer());
                    }
                    assertEquals(List.of(201, 201, 200, 200), statuses(seen), "cut at " + cut);
                    assertEquals("hello", seen.get(2).text(), "cut at " + cut);
                    assertEquals("abcdef", seen.get(3).text(), "cut at " + cut);
                }
            }
        }
    }

    @Test
    void largeAnswersWaitForAClientThatReadsLate(@TempDir Path data) throws IOException {
        byte[] value = new byte[1 << 20];
        new Random(3).nextBytes(value);
        try (TestNode node = TestNode.start(data);
                RawClient client = node.connect()) {
            assertEquals(201, client.put("large", value).answer().status());
            for (int i = 0; i < REQUESTS; i++) {
                client.get("large");
            }
            for (int i = 0; i < REQUESTS; i++) {
                assertArrayEquals(value, client.answer().body());
            }
        }
    }

    /** 64 MiB sent at once, and 256 MiB asked for at once, in a heap of 128 MiB: S5. */
    @Test
    void heapIsEnoughForManyLargeValuesAtOnce(@TempDir Path directory) throws Exception {
        int port = TestNode.freePort();
        byte[] value = new byte[1 << 20];
        new Random(4).nextBytes(value);
        try (NodeProcess process = NodeProcess.start(directory.resolve("tmp"), port, directory.resolve("data"))) {
            List<RawClient> clients = new ArrayList<>();
            List<Thread> senders = new ArrayList<>();
            for (int i = 0; i < CONNECTIONS; i++) {
                RawClient client = new RawClient(port);
                String id = "large-" + i % 4;
                clients.add(client);
                // Its own thread: a node that waits for room makes the sender wait.
                Thread sender = new Thread(() -> send(client, id, value));
                senders.add(sender);
                sender.start();
            }
            for (Thread sender : senders) {
                sender.join();
            }
            for (RawClient client : clients) {
                assertEquals(201, client.answer().status());
                for (int i = 0; i < LARGE_REQUESTS; i++) {
                    assertArrayEquals(value, client.answer().body());
                }
                client.close();
            }
            assertTrue(process.isAlive());
            assertEquals("", process.errors());
        }
    }

    /** More than the heap could hold: some are told so, nobody is forgotten, and the node goes on. */
    @Test
    void tooManyLargeValuesAtOnceAreRefusedAndTheNodeGoesOn(@TempDir Path directory) throws Exception {
        int port = TestNode.freePort();
        byte[] half = new byte[1 << 19];
        try (NodeProcess process = NodeProcess.start(directory.resolve("tmp"), port, directory.resolve("data"))) {
            List<RawClient> clients = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                clients.add(new RawClient(port)
                        .send("PUT /v0/entity?id=large-" + i + " HTTP/1.1\r\nContent-Length: " + (1 << 20)
                                + "\r\n\r\n"));
            }
            for (RawClient client : clients) {
                client.send(half);
            }
            try (RawClient small = new RawClient(port)) {
                assertEquals(
                        200,
                        small.send("GET /v0/status HTTP/1.1\r\n\r\n").answer().status());
                assertEquals(201, small.put("small", new byte[100]).answer().status());
            }
            int stored = 0;
            int refused = 0;
            for (RawClient client : clients) {
                int status = finish(client, half);
                stored += status == 201 ? 1 : 0;
                refused += status == 503 ? 1 : 0;
            }
            assertEquals(200, stored + refused);
            assertTrue(stored > 0 && refused > 0, stored + " of 200 were stored");
            try (RawClient next = new RawClient(port)) {
                assertEquals(201, next.put("next", half).answer().status());
            }
            assertTrue(process.isAlive());
            assertEquals("", process.errors());
        }
    }

    /** A server may refuse, and close, while the rest is under way; what it said before it closed is read all the same. */
    private static int finish(RawClient client, byte[] rest) throws IOException {
        try (client) {
            if (!client.isAnswered()) {
                try {
                    client.send(rest);
                } catch (SocketException e) {
                    // The answer tells why.
                }
            }
            return client.answer().status();
        }
    }

    private static void send(RawClient client, String id, byte[] value) {
        try {
            client.put(id, value);
            for (int i = 0; i < LARGE_REQUESTS; i++) {
                client.get(id);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<RawClient> connect(TestNode node) throws IOException {
        List<RawClient> clients = new ArrayList<>();
        for (int i = 0; i < CONNECTIONS; i++) {
            clients.add(node.connect());
        }
        return clients;
    }

    private static String id(List<RawClient> clients, RawClient client, int request) {
        return "client-" + clients.indexOf(client) + "-request-" + request;
    }

    private static int answersBefore(String requests, int cut) {
        String before = requests.substring(0, cut);
        int answers = 0;
        for (String end : new String[] {"hello", "abcdef", "%BA HTTP/1.1\r\n\r\n"}) {
            answers += before.contains(end) ? 1 : 0;
        }
        return answers;
    }

    private static List<Integer> statuses(List<RawClient.Answer> answers) {
        return answers.stream().map(RawClient.Answer::status).toList();
    }
}
