package kvlab.bench;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import kvlab.bench.Workload.Method;

/**
 * Reads of absent keys are answered faster than any others, so every key is written before a load of GETs, and is read
 * back. The status is known for each key, which wrk2 could not tell. The client is the old one of the JDK: the new one
 * starts a thread for every step of a request on machines with two cores.
 */
final class KeySpace {

    /** As many as the JDK keeps connections for. */
    private static final int CLIENTS = 5;

    private static final int TRIES = 10;
    private static final int PAUSE_MILLIS = 100;
    private static final int PATIENCE_MILLIS = 10_000;

    private final String url;
    private final Workload workload;
    private final AtomicInteger next = new AtomicInteger(1);
    private volatile long begun;

    KeySpace(String url, Workload workload) {
        this.url = url;
        this.workload = workload;
    }

    /** Returns when each key has been written and found. */
    void fill() throws IOException, InterruptedException {
        begun = System.nanoTime();
        Callable<Void> client = () -> {
            for (int key = next.getAndIncrement(); key <= workload.keys(); key = next.getAndIncrement()) {
                require(Method.PUT, key);
                require(Method.GET, key);
            }
            return null;
        };
        ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
        try {
            for (Future<Void> each : clients.invokeAll(Collections.nCopies(CLIENTS, client))) {
                each.get();
            }
        } catch (ExecutionException e) {
            throw new IOException(e.getCause().getMessage(), e.getCause());
        } finally {
            clients.shutdownNow();
        }
    }

    /** Until each key has been written and found, at the pace until now; NaN before the first one. */
    double secondsLeft() {
        int done = Math.min(next.get() - 1, workload.keys());
        return done < 1 ? Double.NaN : (System.nanoTime() - begun) / 1e9 * (workload.keys() - done) / done;
    }

    /** Asks again after a refusal only: a server that is just starting may be too slow for its own deadline. */
    void require(Method method, int key) throws IOException, InterruptedException {
        String uri = url + workload.path(key);
        int status = status(method, uri);
        for (int i = 1; i < TRIES && isRefusal(status); i++) {
            Thread.sleep(PAUSE_MILLIS);
            status = status(method, uri);
        }
        if (status != method.good()) {
            throw new IOException(
                    method + " of " + uri + " was answered with " + status + "; expected " + method.good());
        }
    }

    private static boolean isRefusal(int status) {
        return status == 503 || status == 504;
    }

    private static int status(Method method, String uri) throws IOException {
        try {
            return ask(method, uri);
        } catch (IOException e) {
            throw new IOException(method + " of " + uri + " was not answered: " + e.getMessage(), e);
        }
    }

    private static int ask(Method method, String uri) throws IOException {
        HttpURLConnection connection =
                (HttpURLConnection) URI.create(uri).toURL().openConnection(Proxy.NO_PROXY);
        connection.setRequestMethod(method.name());
        connection.setReadTimeout(PATIENCE_MILLIS);
        if (method.bodyBytes() > 0) {
            connection.setDoOutput(true);
            connection.setFixedLengthStreamingMode(method.bodyBytes());
            try (OutputStream body = connection.getOutputStream()) {
                body.write(new byte[method.bodyBytes()]);
            }
        }
        int status = connection.getResponseCode();
        // Read to its end, or the connection could not serve the next request.
        try (InputStream answer = status < 400 ? connection.getInputStream() : connection.getErrorStream()) {
            if (answer != null) {
                answer.readAllBytes();
            }
        }
        return status;
    }
}
