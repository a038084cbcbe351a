package kvlab.cluster;

import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

/** What any node does with the JDK alone, so that a JVM can write down the classes it takes: it asks a peer, and counts. */
final class Rehearsal {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    /** A byte that no head of a request has. */
    private static final byte BODY = 1;

    private Rehearsal() {}

    public static void main(String[] arguments) throws Exception {
        ManagementFactory.getPlatformMBeanServer();
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try (ServerSocket peer = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            peer.setSoTimeout((int) LIMIT.toMillis());
            HttpClient client = HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(LIMIT)
                    .executor(threads)
                    .build();
            URI uri = URI.create("http://127.0.0.1:" + peer.getLocalPort() + "/");
            HttpRequest put = HttpRequest.newBuilder(uri)
                    .timeout(LIMIT)
                    .PUT(BodyPublishers.ofByteArray(new byte[] {BODY}))
                    .build();
            var answer = client.sendAsync(put, BodyHandlers.ofByteArray()).thenApply(HttpResponse::statusCode);
            answer(peer);
            System.out.printf("%d, %.1f", IntStream.range(0, answer.get()).sum(), 1.0);
        } finally {
            threads.shutdownNow();
        }
    }

    private static void answer(ServerSocket peer) throws IOException {
        try (Socket connection = peer.accept()) {
            InputStream in = connection.getInputStream();
            int read;
            do {
                read = in.read();
            } while (read > BODY);
            byte[] response = "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n1".getBytes(StandardCharsets.US_ASCII);
            connection.getOutputStream().write(response);
        }
    }
}
