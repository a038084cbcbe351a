package kvlab.grader;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import kvlab.cluster.Cluster;
import kvlab.cluster.ClusterNode;
import kvlab.cluster.Link;
import kvlab.cluster.NodeFailure;

/**
 * Several nodes and the links between them, for checks that stop, kill or pause nodes, or disturb what they say to each
 * other. Whatever a check did is undone before the next one.
 */
final class OwnCluster {

    /** The first stage whose nodes keep several copies. */
    static final int REPLICATION = 3;

    private static final int ASYNC = 4;

    private static final long POLL_MILLIS = 10;

    /** Between requests for a node that starts: each costs others a connection that is refused. */
    private static final long MEANWHILE_MILLIS = 50;

    /** Ten deadlines of a request: the machine may be busy. */
    private static final long REUNION_SECONDS = 10;

    private static final int REUNION_KEYS = 16;

    private static final String REUNION = "when all nodes are up again, each of them hears from all others (R10)";

    /** R10 allows one, and two more. */
    private static final int FEWEST_REFUSED = 3;

    static final long LATER_NANOS = TimeUnit.MILLISECONDS.toNanos(11);

    private static final long QUIET_MILLIS = 200;

    /** Nodes that always talk to each other, with heartbeats for example, are not waited for any longer. */
    private static final long LONGEST_MILLIS = 3_000;

    private final Cluster cluster;
    private final int stage;
    private final QuorumStyle quorumStyle;
    private final List<NodeClient> clients = new ArrayList<>();
    private final AtomicInteger pardons = new AtomicInteger(NodeClient.PARDONS);
    private final Set<Integer> paused = new TreeSet<>();

    /** Whose end is the check's own doing. */
    private final Set<Integer> wantedDown = new TreeSet<>();

    /** Whether a check has had a link in its hands since all of them passed. */
    private volatile boolean disturbed;

    /** Whether each node has heard from all others since one was away. */
    private volatile boolean reunited = true;

    /** Whether nodes may have a backlog for one that hung or was cut off. They may then refuse more than one request. */
    private volatile boolean hung;

    OwnCluster(Cluster cluster, Subject subject) {
        this.cluster = cluster;
        this.stage = subject.stageNumber();
        this.quorumStyle = subject.quorumStyle();
    }

    int size() {
        return cluster.nodes().size();
    }

    String name(int node) {
        return "node " + port(node);
    }

    int port(int node) {
        return cluster.nodes().get(node).port();
    }

    long pid(int node) {
        requireProcess(cluster.nodes().get(node));
        return cluster.nodes().get(node).process().pid();
    }

    /** By the names of the nodes. */
    Map<String, Long> pids() {
        return IntStream.range(0, size()).boxed().collect(Collectors.toMap(this::name, this::pid));
    }

    /** With a connection of its own. */
    NodeClient client(int node) {
        return client(node, Wire.PATIENCE_SECONDS);
    }

    NodeClient oneOfMany(int node) {
        return client(node, Wire.PATIENCE_IN_A_CROWD_SECONDS);
    }

    private synchronized NodeClient client(int node, int patienceSeconds) {
        NodeClient client = new NodeClient("127.0.0.1", port(node), patienceSeconds, pardons);
        clients.add(client);
        return client;
    }

    /** One for each node, in their order. */
    List<NodeClient> clients() {
        return IntStream.range(0, size()).mapToObj(this::client).toList();
    }

    /** Whether a key has several copies. */
    boolean replicates() {
        return stage >= REPLICATION;
    }

    /** Whether replicas are asked at the same time. */
    boolean isAsync() {
        return stage >= ASYNC;
    }

    /** What follows the id in a URL; nothing before stage 3, where there is one copy and nobody asks for more. */
    String replicas(int ack, int from) {
        return !replicates() ? "" : "&" + quorumStyle.parameters(ack + "/" + from);
    }

    QuorumStyle quorumStyle() {
        return quorumStyle;
    }

    /** That a node knows this spelling is the business of one check. The others use what it knows. */
    boolean knowsAckFrom() {
        NodeClient node = client(0);
        return quorumStyle == QuorumStyle.ACK_FROM
                || Stream.of("0/1", "9/9", "a/b")
                        .map(wrong -> node.get("a&" + QuorumStyle.ACK_FROM.parameters(wrong)))
                        .anyMatch(seen -> !seen.isSuccess() && seen.status() != 404);
    }

    Link link(int from, int to) {
        disturbed = true;
        hung = true;
        return cluster.link(from, to);
    }

    /** No other node reaches this one. It reaches none either, where each way from node to node has a link of its own. */
    void isolate(int node) {
        disturbed = true;
        around(node).forEach(Link::reset);
    }

    /** What a node asks others, and what they answer, is late. */
    void slowDown(int node, Duration delay) {
        disturbed = true;
        hung = true;
        for (int other = 0; other < size(); other++) {
            if (other != node) {
                cluster.link(node, other).delay(delay);
            }
        }
    }

    /** How many connections two nodes have to each other. */
    int connections(int one, int other) {
        return Stream.of(cluster.link(one, other), cluster.link(other, one))
                .distinct()
                .mapToInt(Link::connections)
                .sum();
    }

    /** How many bytes a node and another one that it asks have sent to each other. */
    long carried(int from, int to) {
        return cluster.link(from, to).bytes();
    }

    List<Link> linksOf(int node) {
        disturbed = true;
        hung = true;
        return around(node);
    }

    /** Those to it and from it; where a link stands in front of each node, that one: all others are other nodes' links. */
    private List<Link> around(int node) {
        return IntStream.range(0, size())
                .filter(other -> other != node)
                .boxed()
                .flatMap(other -> cluster.hasLinksInFront()
                        ? Stream.of(cluster.link(other, node))
                        : Stream.of(cluster.link(node, other), cluster.link(other, node)))
                .distinct()
                .toList();
    }

    /**
     * Waits until no copy is under way any more, and cuts off every node.
     *
     * @return clients of all nodes, which answer with what they keep themselves when one answer is enough
     */
    List<NodeClient> takeApart() throws InterruptedException {
        awaitQuiet();
        disturbed = true;
        // A read that one answer is enough for leaves calls to the other nodes under way.
        hung = true;
        cluster.links().forEach(Link::reset);
        return clients();
    }

    /** Waits until nodes have said nothing to each other for a while. */
    void awaitQuiet() throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LONGEST_MILLIS);
        long carried = -1;
        for (long now = carried(); now != carried && System.nanoTime() < deadline; now = carried()) {
            carried = now;
            Thread.sleep(QUIET_MILLIS);
        }
    }

    private long carried() {
        return cluster.links().stream().mapToLong(Link::bytes).sum();
    }

    /** Writes through different nodes that are less apart than 10 ms count as concurrent. */
    static void later() throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(LATER_NANOS);
    }

    void heal() throws InterruptedException {
        cluster.heal();
        disturbed = false;
        awaitReunion();
    }

    /**
     * Waits until each node has heard from all others, if all nodes are up and all links pass. R10 says what a node may answer
     * until then.
     */
    void awaitReunion() throws InterruptedException {
        if (disturbed || !paused.isEmpty() || !wantedDown.isEmpty()) {
            return;
        }
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(REUNION_SECONDS);
        Crowd.of(size(), node -> awaitAnswer(client(node), deadline));
        reunited = true;
        hung = false;
    }

    private void awaitAnswer(NodeClient client, long deadline) throws InterruptedException {
        int refused = 0;
        while (true) {
            Exchange seen = askAll(client);
            if (!seen.isTooMuch()) {
                // Any other answer is left to the checks: they report it under its own rule.
                client.disconnect();
                return;
            }
            // A broken connection is noticed at once. A new process may be slow for a while.
            refused += hung || seen.isLate() ? 0 : 1;
            if (refused > Math.max(FEWEST_REFUSED, size())) {
                throw CheckFailure.of(REUNION + ": an old connection costs one request for each peer", seen.toString());
            }
            if (System.nanoTime() > deadline) {
                throw CheckFailure.of(REUNION + " within " + REUNION_SECONDS + " s", seen.toString());
            }
            if (hung) {
                Thread.sleep(POLL_MILLIS);
            }
        }
    }

    /** Needs an answer of every node. In stage 2 a key has one copy, so this asks for enough keys that each node owns some. */
    private Exchange askAll(NodeClient node) {
        Exchange seen = null;
        for (int i = 0; i < (replicates() ? 1 : REUNION_KEYS); i++) {
            String id = "reunion-" + i + replicas(size(), size());
            Exchange put = node.put(id, "all nodes have this".getBytes(StandardCharsets.US_ASCII));
            seen = put.isSuccess() ? node.get(id) : put;
            if (!seen.isSuccess()) {
                return seen;
            }
        }
        return seen;
    }

    /** A check says so beforehand, and is not begun where there are no processes. */
    static void requireProcess(ClusterNode node) {
        if (!node.isSeparate()) {
            throw new IllegalStateException("it needs a process, and its @Check does not say so");
        }
    }

    boolean isSeparate() {
        return cluster.nodes().get(0).isSeparate();
    }

    /** It is down; in the grader's own JVM, where nothing can be killed, it stops. */
    void kill(int node) {
        reunited = false;
        wantedDown.add(node);
        cluster.nodes().get(node).kill();
    }

    /** It is down, and could not say goodbye. */
    void crash(int node) {
        requireProcess(cluster.nodes().get(node));
        kill(node);
    }

    /** SIGTERM, and SIGKILL for one that does not heed it. */
    void stop(int node) {
        reunited = false;
        wantedDown.add(node);
        cluster.nodes().get(node).stop();
    }

    void start(int node) throws InterruptedException {
        AtomicBoolean started = new AtomicBoolean();
        Thread clients = new Thread(() -> askUntil(started), "clients-meanwhile");
        clients.start();
        try {
            cluster.nodes().get(node).start();
        } catch (NodeFailure e) {
            throw CheckFailure.of(name(node) + " starts again on the same port and directory", e.getMessage());
        } finally {
            started.set(true);
            clients.join();
        }
        wantedDown.remove(node);
        awaitReunion();
    }

    /**
     * Clients keep asking the other nodes while one starts. A node that stops asking a peer after a refusal must ask it again as
     * soon as the peer is ready.
     */
    private void askUntil(AtomicBoolean started) {
        if (!replicates() || disturbed || !paused.isEmpty() || wantedDown.size() > 1) {
            return;
        }
        List<NodeClient> others = IntStream.range(0, size())
                .filter(node -> !wantedDown.contains(node))
                .mapToObj(this::client)
                .toList();
        while (!started.get()) {
            others.forEach(this::askAll);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(MEANWHILE_MILLIS));
        }
        others.forEach(NodeClient::disconnect);
    }

    /** SIGSTOP: it keeps its connections, and says nothing. */
    void pause(int node) throws InterruptedException {
        requireProcess(cluster.nodes().get(node));
        reunited = false;
        hung = true;
        cluster.nodes().get(node).pause();
        paused.add(node);
    }

    void resume(int node) throws InterruptedException {
        cluster.nodes().get(node).resume();
        paused.remove(node);
    }

    /** All nodes up, all links passing, and each node hears from all others. */
    void mend() throws InterruptedException {
        for (int node : List.copyOf(paused)) {
            resume(node);
        }
        try {
            cluster.startAll();
        } catch (NodeFailure e) {
            throw CheckFailure.of("a node starts again on the same port and directory", e.getMessage());
        }
        wantedDown.clear();
        if (disturbed || !reunited) {
            heal();
        }
    }

    /** Which nodes ended by themselves, and how. */
    String fate() {
        StringBuilder fate = new StringBuilder();
        for (int i = 0; i < size(); i++) {
            ClusterNode node = cluster.nodes().get(i);
            if (!wantedDown.contains(i) && !paused.contains(i) && TestStand.hasEnded(node)) {
                fate.append(fate.isEmpty() ? "" : "; ")
                        .append(name(i) + " " + node.process().exit());
            }
        }
        return fate.toString();
    }

    /** Which nodes opened more connections to another one than links carry, since the last call. */
    String overrun() {
        StringBuilder overrun = new StringBuilder();
        for (int to = 0; to < size(); to++) {
            for (int from = 0; from < size(); from++) {
                if (from != to
                        && !cluster.links().isEmpty()
                        && cluster.link(from, to).takeOverrun()) {
                    String who = cluster.hasLinksInFront() ? "the other nodes" : name(from);
                    overrun.append(overrun.isEmpty() ? "" : "; ")
                            .append(who + " opened so many connections to " + name(to)
                                    + " that the grader's proxy reset some; it carries at most "
                                    + Link.MOST_CONNECTIONS
                                    + " from one node to another, and 3 times as many in all");
                }
            }
        }
        return overrun.toString();
    }

    /** A check may leave down only those nodes whose end it wanted. */
    void expectLiving() {
        for (int i = 0; i < size(); i++) {
            ClusterNode node = cluster.nodes().get(i);
            if (!wantedDown.contains(i) && !node.process().isAlive()) {
                throw CheckFailure.unanswered("a node goes on until it is told to stop", name(i) + " has ended");
            }
        }
    }

    synchronized void disconnect() {
        clients.forEach(NodeClient::disconnect);
        clients.clear();
        pardons.set(NodeClient.PARDONS);
    }

    void discard() {
        disconnect();
        cluster.killAll();
        cluster.close();
    }
}
