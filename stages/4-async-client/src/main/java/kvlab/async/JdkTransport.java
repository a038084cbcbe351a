package kvlab.async;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.security.GeneralSecurityException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiFunction;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import kvlab.node.Exercise;
import kvlab.sharding.Deadline;
import kvlab.sharding.PeerFailure;
import one.nio.http.Response;

/** java.net.http.HttpClient and sendAsync: no thread of ours waits, and the JDK decides which one brings the answer. */
final class JdkTransport implements Transport {

    private static final int LARGE = 64 * 1024;

    private final String member;
    private final String address;
    private final HttpClient client;
    private final Executor executor;

    /** @param executor who handles answers; null for whoever brings them */
    JdkTransport(String member, InetSocketAddress address, HttpClient client, Executor executor) {
        this.member = member;
        this.address = "http://" + address.getHostString() + ":" + address.getPort();
        this.client = client;
        this.executor = executor;
    }

    /** One for all peers. */
    static HttpClient client(Executor executor) {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .sslContext(withoutCertificates())
                .executor(executor)
                .build();
    }

    /** Peers speak plain HTTP; left alone, the client reads all certificates that the JDK trusts when a node starts. */
    private static SSLContext withoutCertificates() {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[0], null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has TLS", e);
        }
    }

    @Override
    @Exercise(value = "Send the request with sendAsync; wait for nothing, and promise the peer's answer", rule = "A2")
    public CompletableFuture<Response> ask(PeerRequest request) {
        if (request.deadline().isOver()) {
            return CompletableFuture.failedFuture(PeerFailure.late(member));
        }
        HttpRequest asked = HttpRequest.newBuilder(URI.create(address + request.target()))
                .method(request.method(), body(request.body()))
                .build();
        CompletableFuture<HttpResponse<byte[]>> response = inTime(asked, into(request.limits()), request.deadline());
        BiFunction<HttpResponse<byte[]>, Throwable, Response> answered = this::answer;
        return executor == null ? response.handle(answered) : response.handleAsync(answered, executor);
    }

    /** Of an array the client makes a second one in pieces before it sends the first; of a stream, a piece when it sends it. */
    private static BodyPublisher body(byte[] value) {
        if (value.length == 0) {
            return BodyPublishers.noBody();
        }
        if (value.length <= LARGE) {
            return BodyPublishers.ofByteArray(value);
        }
        return BodyPublishers.fromPublisher(
                BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(value)), value.length);
    }

    /** When the head of an answer has come, its length is known. A value that has no room is read and dropped. */
    private static HttpResponse.BodyHandler<byte[]> into(Limits limits) {
        return head -> limits.admit(
                        (int) head.headers().firstValueAsLong("Content-Length").orElse(0))
                ? HttpResponse.BodySubscribers.ofByteArray()
                : HttpResponse.BodySubscribers.replacing(null);
    }

    /** The timeout of an HttpRequest ends with the head of the answer; a peer may hang in the middle of the body. */
    @Exercise(value = "Break the promise when the deadline is over, and end the exchange with the peer", rule = "R12")
    private CompletableFuture<HttpResponse<byte[]>> inTime(
            HttpRequest asked, HttpResponse.BodyHandler<byte[]> into, Deadline deadline) {
        CompletableFuture<HttpResponse<byte[]>> response = client.sendAsync(asked, into);
        return response.copy()
                .orTimeout(deadline.left().toMillis(), TimeUnit.MILLISECONDS)
                .whenComplete((answer, failure) -> {
                    if (failure instanceof TimeoutException) {
                        response.cancel(true);
                    }
                });
    }

    private Response answer(HttpResponse<byte[]> answered, Throwable failure) {
        if (failure != null) {
            throw new CompletionException(
                    failure(failure instanceof CompletionException ? failure.getCause() : failure));
        }
        if (answered.body() == null) {
            throw new CompletionException(Limits.FULL);
        }
        Response answer = new Response(Integer.toString(answered.statusCode()), answered.body());
        answered.headers().map().forEach((name, values) -> answer.addHeader(name + ": " + values.get(0)));
        return answer;
    }

    private Throwable failure(Throwable failure) {
        if (failure instanceof TimeoutException) {
            return PeerFailure.late(member);
        }
        if (failure instanceof ConnectException && failure.getMessage() == null) {
            return PeerFailure.of(member, new ConnectException("it cannot be reached"));
        }
        return failure instanceof IOException e ? PeerFailure.of(member, e) : failure;
    }

    @Override
    public void close() {
        // The client is everybody's, and ends when nobody refers to it any more.
    }
}
