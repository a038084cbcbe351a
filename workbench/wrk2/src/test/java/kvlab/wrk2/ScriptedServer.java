package kvlab.wrk2;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/**
 * A server that behaves, or misbehaves, as a test says, and remembers what it was sent.
 *
 * <p>The problem: what a load generator is worth shows when a server is late, lies about a length or goes away in the
 * middle of an answer, and no real server does so when asked. Here each request gets a {@link Step} or a sentence of
 * them: {@code answering(ok("a").then(close()))}.
 *
 * <p>Tests wait for what they need to have happened with {@link #await}, never for time to pass.
 */
final class ScriptedServer implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int BACKLOG = 1024;

    private final Step greeting;
    private final Step early;
    private final Step.Script script;
    private final InetSocketAddress address;
    private final CountDownLatch end = new CountDownLatch(1);
    private final List<ReceivedRequest> requests = new ArrayList<>();
    private final Set<ServerConnection> open = new HashSet<>();
    private final List<Thread> threads = new ArrayList<>();
    private final List<String> faults = new ArrayList<>();
    private ServerSocket listener;
    private Thread acceptor;
    private int connections;
    private int waiting;

    private ScriptedServer(Step greeting, Step early, Step.Script script) throws IOException {
        this.greeting = greeting;
        this.early = early;
        this.script = script;
        listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        address = (InetSocketAddress) listener.getLocalSocketAddress();
    }

    /** Every request gets the same. */
    static ScriptedServer answering(Step step) throws IOException {
        return playing(request -> step);
    }

    /** The first request, whatever its connection, gets the first step, and so on; the last step repeats. */
    static ScriptedServer inTurn(Step... steps) throws IOException {
        AtomicInteger next = new AtomicInteger();
        return playing(request -> steps[Math.min(next.getAndIncrement(), steps.length - 1)]);
    }

    static ScriptedServer playing(Step.Script script) throws IOException {
        return new ScriptedServer(Step.silence(), null, script);
    }

    /** Does something with every connection before anything is read from it; then every request gets the same. */
    static ScriptedServer greeting(Step greeting, Step answer) throws IOException {
        return new ScriptedServer(greeting, null, request -> answer);
    }

    /** Every request gets the same when its head has come, before its body, which is read and not kept. */
    static ScriptedServer answeringHeads(Step step) throws IOException {
        return new ScriptedServer(Step.silence(), step, request -> Step.silence());
    }

    int port() {
        return address.getPort();
    }

    String url(String path) {
        return "http://" + address.getAddress().getHostAddress() + ":" + port() + path;
    }

    synchronized List<ReceivedRequest> requests() {
        return List.copyOf(requests);
    }

    synchronized int requestCount() {
        return requests.size();
    }

    /** How many were accepted until now. */
    synchronized int connections() {
        return connections;
    }

    synchronized int openConnections() {
        return open.size();
    }

    void awaitRequests(int count) throws InterruptedException, TimeoutException {
        await(count + " requests", () -> requests.size() >= count);
    }

    /** Waits until the condition holds, which is asked again whenever anything happened here. */
    synchronized void await(String what, BooleanSupplier condition) throws InterruptedException, TimeoutException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        waiting++;
        try {
            while (!condition.getAsBoolean()) {
                long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
                if (left <= 0) {
                    throw new TimeoutException("waited " + PATIENCE.toSeconds() + " s for " + what + "; there were "
                            + requests.size() + " requests on " + connections + " connections, " + open.size()
                            + " of them open; faults: " + faults);
                }
                wait(left);
            }
        } finally {
            waiting--;
        }
    }

    /** From now on nobody can connect; the connections that there are go on. */
    void stopListening() throws IOException {
        Thread accepting;
        synchronized (this) {
            listener.close();
            accepting = acceptor;
        }
        // The system goes on to accept until the thread that waits for it has noticed.
        join(List.of(accepting));
    }

    /** On the same port as before. */
    void listenAgain() throws IOException {
        listen(address);
    }

    private synchronized void listen(InetSocketAddress at) throws IOException {
        ServerSocket socket = new ServerSocket();
        socket.setReuseAddress(true);
        socket.bind(at, BACKLOG);
        listener = socket;
        acceptor = start(() -> accept(socket), "accept");
    }

    private synchronized Thread start(Runnable task, String name) {
        Thread thread = new Thread(task, "scripted-server-" + name);
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
        return thread;
    }

    private void accept(ServerSocket from) {
        while (!from.isClosed()) {
            try {
                serve(from.accept());
            } catch (IOException e) {
                if (!from.isClosed()) {
                    fault("accept: " + e);
                }
            }
        }
    }

    private synchronized void serve(Socket socket) throws IOException {
        ServerConnection connection = new ServerConnection(this, socket, connections);
        if (end.getCount() == 0) {
            connection.abandon();
            return;
        }
        open.add(connection);
        start(() -> serve(connection), "connection-" + connections);
        connections++;
        changed();
    }

    private void serve(ServerConnection connection) {
        try {
            connection.sendAtOnce();
            greeting.on(connection);
            while (!connection.isClosed()) {
                ReceivedRequest request = connection.read(early);
                if (request == null) {
                    break;
                }
                record(request);
                script.answerTo(request).on(connection);
            }
        } catch (Framing.Malformed e) {
            fault("a client's request is malformed: " + e.getMessage());
        } catch (IOException e) {
            // The client, or the test's end, has broken the connection: both are what some tests are about.
        } catch (RuntimeException e) {
            fault("the script failed: " + e);
        } finally {
            connection.abandon();
            forget(connection);
        }
    }

    private synchronized void record(ReceivedRequest request) {
        requests.add(request);
        changed();
    }

    private synchronized void forget(ServerConnection connection) {
        open.remove(connection);
        threads.remove(Thread.currentThread());
        changed();
    }

    private synchronized void fault(String fault) {
        faults.add(fault);
        changed();
    }

    private synchronized void changed() {
        if (waiting > 0) {
            notifyAll();
        }
    }

    /** Returns early when the test ends. */
    void awaitEnd(Duration atMost) {
        try {
            end.await(atMost.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Breaks all connections. A client that sent what is no HTTP fails the test here, unless the server did before. */
    @Override
    public void close() throws IOException {
        List<Thread> started;
        synchronized (this) {
            end.countDown();
            listener.close();
            open.forEach(ServerConnection::abandon);
            started = List.copyOf(threads);
        }
        join(started);
        synchronized (this) {
            if (!faults.isEmpty()) {
                throw new AssertionError(String.join("; ", faults));
            }
        }
    }

    private static void join(List<Thread> threads) {
        try {
            for (Thread thread : threads) {
                thread.join(PATIENCE.toMillis());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
