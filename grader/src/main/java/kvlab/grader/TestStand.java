package kvlab.grader;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import kvlab.cluster.Cluster;
import kvlab.cluster.ClusterNode;
import kvlab.cluster.ClusterSpec;
import kvlab.cluster.Folders;
import kvlab.cluster.NodeFailure;
import kvlab.cluster.Ports;
import kvlab.cluster.StageProgram;
import kvlab.cluster.Stages;
import kvlab.cluster.UsageException;

/**
 * The nodes of one grade. To start one takes most of a second, so checks use them again: one cluster, of one node in stage
 * 1, is shared by those that do it no harm; one node, and a cluster of each size, are for those that stop, kill, wipe, pause
 * or overload them, and are replaced when a check failed on them. A shared node that ends by itself ends the grade: whatever came after
 * would only say so again.
 */
final class TestStand implements AutoCloseable {

    private static final int SERVING_SECONDS = 5;
    private static final int RESTART_SECONDS = 2;
    private static final int ENDING_SECONDS = 1;

    private final Subject subject;
    private final long seed;
    private final boolean thorough;
    private final Path scratch;
    private final NodeLog log = new NodeLog();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final Thread hook = new Thread(this::release, "end-grade");

    private final AtomicInteger clusters = new AtomicInteger();
    private final boolean looksAhead;
    private Cluster shared;
    private NodeClient client;
    private Exchange firstAnswer;
    private OwnNode own;
    private PlacementProbe probe;
    private final Map<Integer, OwnCluster> ownClusters = new ConcurrentHashMap<>();

    /** How many checks that are still to come need a cluster of this size. */
    private final Map<Integer, Integer> awaited = new HashMap<>();

    /** How many that are still to come need the shared one. */
    private final AtomicInteger awaitedShared = new AtomicInteger();

    private final AtomicReference<Exception> end;

    /**
     * @param scratch a folder that is removed when this is closed
     * @param end why there is no grade, which others may know as well
     */
    TestStand(Subject subject, Selection selection, Path scratch, AtomicReference<Exception> end) {
        this.subject = subject;
        this.seed = selection.seed();
        this.thorough = selection.thorough();
        this.scratch = scratch;
        this.end = end;
        this.looksAhead = !subject.isInProcess() && selection.checks().stream().anyMatch(GradedCheck::looksAhead);
        for (GradedCheck check : selection.checks()) {
            check.clusterSize().ifPresent(size -> awaited.merge(size, 1, Integer::sum));
            awaitedShared.addAndGet(check.needsSharedNode() ? 1 : 0);
        }
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** For a check that an IDE starts: the kit's own stage 1. */
    static TestStand ofReference() {
        try {
            Path home = home();
            StageProgram stage = new Stages(home).find("1-single-node");
            Subject subject = Subject.program(stage.name(), null, stage, List.of());
            Path scratch = Files.createTempDirectory("kvlab-grade-");
            return new TestStand(
                    subject, new Selection(List.of(), 1, false, Map.of()), scratch, new AtomicReference<>());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (UsageException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }

    private static Path home() {
        Path folder = Path.of(System.getProperty("kvlab.home", "")).toAbsolutePath();
        while (folder != null && !Files.isDirectory(folder.resolve("stages"))) {
            folder = folder.getParent();
        }
        if (folder == null) {
            throw new IllegalStateException("neither kvlab.home nor a parent of the working directory has stages/");
        }
        return folder;
    }

    Subject subject() {
        return subject;
    }

    NodeLog log() {
        return log;
    }

    Sample sample(String check) {
        return new Sample(seed, check, thorough);
    }

    /** How long a check may take. */
    int seconds(GradedCheck check) {
        return check.seconds() * (thorough && check.isLast() ? Selection.THOROUGHNESS : 1);
    }

    /** Why there is no grade; null as long as there may be one. */
    Exception end() {
        return end.get();
    }

    NodeClient client() throws NotGradable {
        if (client == null) {
            client = subject.isRunning() ? new NodeClient(subject.url().getHost(), port()) : launchShared();
            firstAnswer = client.ask("GET", "/v0/status", new byte[0]);
            client.disconnect();
            if (!firstAnswer.isAnswered() && shared != null && hasEnded(node())) {
                throw end(gone("as soon as it was ready"));
            }
            if (!firstAnswer.isAnswered() && !serves()) {
                throw end(new NotGradable(elsewhere(), said()));
            }
        }
        if (shared != null && !node().process().isAlive()) {
            throw end(gone("between two checks"));
        }
        return client;
    }

    /** What GET /v0/status was answered as soon as the node said that it is ready. */
    Exchange firstAnswer() throws NotGradable {
        client();
        return firstAnswer;
    }

    private NodeClient launchShared() throws NotGradable {
        int nodes = subject.stageNumber() == 1 ? 1 : Nodes.USUAL;
        shared = launch(nodes == 1 ? spec(1, Ports.free(1)) : linked(nodes));
        lookAhead();
        return new NodeClient(host(), port());
    }

    /** Begins the probe that a later check asks for. A first cluster has shown that nodes start. */
    private void lookAhead() {
        if (looksAhead && probe == null) {
            probe().begin();
        }
    }

    OwnNode own() throws NotGradable, InterruptedException {
        if (own != null) {
            try {
                own.expectLiving();
            } catch (CheckFailure e) {
                discardOwn();
                throw e;
            }
        } else {
            Cluster cluster = launch(spec(1, Ports.free(1)));
            own = new OwnNode(cluster);
            if (!serves(host(), cluster.nodes().get(0).port())) {
                throw end(new NotGradable(elsewhere(cluster.nodes().get(0)), List.of()));
            }
        }
        return own;
    }

    /** Healthy: the last check has mended it. In stage 1 it has one node, whatever is asked for. */
    OwnCluster cluster(int nodes) throws NotGradable, InterruptedException {
        OwnCluster cluster = ownClusters.get(nodes);
        if (cluster != null) {
            try {
                cluster.expectLiving();
            } catch (CheckFailure e) {
                // The check ends before it begins, so nothing else counts it as over.
                awaited.merge(nodes, -1, Integer::sum);
                discardCluster(nodes);
                throw e;
            }
        } else {
            int size = subject.stageNumber() == 1 ? 1 : nodes;
            cluster = new OwnCluster(isLeft(size) ? takeShared() : launch(linked(size)), subject);
            ownClusters.put(nodes, cluster);
            lookAhead();
            warmUp(cluster);
        }
        return cluster;
    }

    /** A JVM's first request may take longer than its deadline. */
    private static void warmUp(OwnCluster cluster) throws InterruptedException {
        try {
            cluster.awaitReunion();
        } catch (CheckFailure e) {
            // No check has disturbed this cluster, so none is to blame. The one that begins now may ask at once, and
            // sees it too.
        }
    }

    /** Whether there is a shared cluster of this size, and nobody needs it any more. */
    private boolean isLeft(int nodes) {
        return shared != null && shared.nodes().size() == nodes && awaitedShared.get() == 0;
    }

    private Cluster takeShared() {
        Cluster taken = shared;
        shared = null;
        client = null;
        return taken;
    }

    private ClusterSpec linked(int nodes) {
        ClusterSpec spec = spec(nodes, Ports.free(2 * nodes)).withLinks();
        return nodes == Nodes.TURNED ? spec.withTurnedMembers() : spec;
    }

    PlacementProbe probe() {
        if (probe == null) {
            probe = new PlacementProbe(
                    (port, members) -> launch(spec(1, port).withMembers(members)),
                    subject.stageNumber() < OwnCluster.REPLICATION
                            ? ""
                            : "&" + subject.quorumStyle().parameters("1/1"),
                    sample("placement"));
        }
        return probe;
    }

    private ClusterSpec spec(int nodes, int port) {
        Path folder = scratch.resolve("cluster-" + clusters.incrementAndGet());
        return new ClusterSpec(
                subject.program(), nodes, port, folder.resolve("data"), subject.settings(), ClusterSpec.DEFAULT_HEAP);
    }

    private Cluster launch(ClusterSpec spec) throws NotGradable {
        Path folder = spec.data().getParent();
        try {
            return Cluster.start(spec, folder, log);
        } catch (NodeFailure e) {
            if (e.isUsage() && !subject.settings().isEmpty()) {
                end.compareAndSet(null, UsageException.of(e.getMessage()));
            }
            throw end(new NotGradable(
                    subject.program().name() + " cannot be graded, since it does not start: " + e.getMessage(),
                    List.of()));
        } catch (UsageException e) {
            throw new IllegalStateException("a grade's own choices are valid", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw end(new NotGradable("interrupted while a node started", List.of()));
        }
    }

    private NotGradable end(NotGradable reason) {
        // What is still under way then fails because of it.
        if (!closed.get()) {
            end.compareAndSet(null, reason);
        }
        return reason;
    }

    /** After a check that has passed so far: it also fails if the nodes do not get over what it did to them. */
    void expectWell(GradedCheck check) throws InterruptedException {
        if (own != null && check.disturbsOwnNode()) {
            own.expectLiving();
            own.mend();
        }
        if (check.clusterSize().isPresent()) {
            OwnCluster cluster = ownClusters.get(check.clusterSize().getAsInt());
            cluster.expectLiving();
            cluster.mend();
        }
    }

    /** After a failure: adds what became of the node, and ends the grade if the shared one is gone. */
    CheckFailure explain(GradedCheck check, CheckFailure failure) {
        if (check.needsOwnNode()) {
            Stream<String> overrun = ownClusters.values().stream().map(OwnCluster::overrun);
            Stream<String> fates = failure.isUnanswered()
                    ? Stream.concat(
                            own == null ? Stream.of() : Stream.of(own.fate()),
                            ownClusters.values().stream().map(OwnCluster::fate))
                    : Stream.of();
            String more = Stream.concat(fates, overrun)
                    .filter(each -> !each.isEmpty())
                    .collect(Collectors.joining("; "));
            return more.isEmpty() ? failure : failure.adding(more);
        }
        if (!failure.isUnanswered()) {
            return failure;
        }
        if (shared != null && hasEnded(node())) {
            end(gone("during " + check.id()));
        } else if (!serves()) {
            end(new NotGradable(elsewhere(), said()));
        }
        return failure;
    }

    private NotGradable gone(String when) {
        try {
            shared.awaitEnd();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return new NotGradable(
                subject.program().name() + " cannot be graded to the end: node " + port() + " "
                        + node().process().exit() + " " + when + ", though nobody told it to",
                said());
    }

    private String elsewhere() {
        return subject.isRunning() ? subject.url() + " cannot be graded: nobody listens there" : elsewhere(node());
    }

    private String elsewhere(ClusterNode node) {
        return subject.program().name() + " cannot be graded: node " + node.port()
                + " says that it is ready, and refuses connections on 127.0.0.1:" + node.port()
                + "; does it listen on another port or address?";
    }

    private List<String> said() {
        return shared == null ? List.of() : node().process().lastLines();
    }

    private ClusterNode node() {
        return shared.nodes().get(0);
    }

    private String host() {
        return subject.isRunning() ? subject.url().getHost() : "127.0.0.1";
    }

    private int port() {
        return subject.isRunning() ? subject.url().getPort() : node().port();
    }

    /** No connection outlives its check, no node a failure, and no cluster the last check that needs it. */
    void endOfCheck(GradedCheck check, boolean failed) {
        if (client != null) {
            client.endOfCheck();
        }
        if (own != null) {
            own.disconnect();
            if (failed) {
                discardOwn();
            }
        }
        ownClusters.values().forEach(OwnCluster::disconnect);
        // An overrun is the fault of this check's requests, and not of the next one's.
        ownClusters.values().forEach(OwnCluster::overrun);
        awaitedShared.addAndGet(check.needsSharedNode() ? -1 : 0);
        check.clusterSize().ifPresent(size -> {
            if (awaited.merge(size, -1, Integer::sum) == 0 || failed) {
                discardCluster(size);
            }
        });
    }

    private void discardCluster(int size) {
        OwnCluster cluster = ownClusters.remove(size);
        if (cluster != null) {
            cluster.discard();
        }
    }

    private void discardOwn() {
        own.discard();
        own = null;
    }

    /** A server that runs already needs no time to start, but something may be starting it again. */
    private boolean serves() {
        return serves(host(), port(), subject.isRunning() ? RESTART_SECONDS : SERVING_SECONDS);
    }

    /** Whether a connection is accepted, now or soon. */
    static boolean serves(String host, int port) {
        return serves(host, port, SERVING_SECONDS);
    }

    private static boolean serves(String host, int port, int seconds) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (true) {
            try (Wire wire = Wire.open("node " + port, host, port)) {
                if (!wire.isRefused()) {
                    return true;
                }
            }
            if (System.nanoTime() > deadline) {
                return false;
            }
            try {
                Thread.sleep(10);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
    }

    /** A client sees the end of a process before the system has told its parent. */
    static boolean hasEnded(ClusterNode node) {
        try {
            if (!node.process().endsWithin(ENDING_SECONDS)) {
                return false;
            }
            // Returns once its exit code is known, which may be a moment after the process is gone.
            node.kill();
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public void close() {
        release();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The JVM is going down, and the hook has done the work or is doing it.
        }
    }

    private void release() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        if (probe != null) {
            probe.close();
        }
        if (own != null) {
            discardOwn();
        }
        List.copyOf(ownClusters.keySet()).forEach(this::discardCluster);
        if (shared != null) {
            shared.killAll();
            shared.close();
        }
        try {
            Folders.remove(scratch);
        } catch (IOException e) {
            System.err.println("cannot remove " + scratch + ": " + e.getMessage());
        }
    }
}
