package kvlab.grader;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import kvlab.cluster.Cluster;
import kvlab.cluster.ClusterNode;
import kvlab.cluster.NodeFailure;
import org.opentest4j.TestAbortedException;

/** A node for checks that stop it, kill it, wipe it, or ask too much of it. */
final class OwnNode {

    static final long STOP_SECONDS = 10;

    private final Cluster cluster;
    private final ClusterNode node;
    private final List<NodeClient> clients = new ArrayList<>();

    /** A node that has once not heeded SIGTERM is not waited for again. */
    private volatile boolean deaf;

    private volatile boolean wantedDown;
    private boolean discarded;

    OwnNode(Cluster cluster) {
        this.cluster = cluster;
        this.node = cluster.nodes().get(0);
    }

    NodeClient client() {
        return client(Wire.PATIENCE_SECONDS);
    }

    synchronized NodeClient client(int patienceSeconds) {
        NodeClient client =
                new NodeClient("127.0.0.1", node.port(), patienceSeconds, new AtomicInteger(NodeClient.PARDONS));
        clients.add(client);
        return client;
    }

    boolean isAlive() {
        return node.process().isAlive();
    }

    /** SIGTERM, so many times; whether it then ended in time. If not, it is killed. */
    boolean stop(int signals) throws InterruptedException {
        wantedDown = true;
        for (int i = 0; i < signals; i++) {
            node.tellToStop();
        }
        boolean ended = node.process().endsWithin(deaf ? 0 : STOP_SECONDS);
        if (ended) {
            node.stop();
        } else {
            deaf = true;
            node.kill();
        }
        disconnect();
        return ended;
    }

    boolean stop() throws InterruptedException {
        return stop(1);
    }

    /** How it ended, in words; only of one that has. */
    String exit() {
        return "node " + node.port() + " " + node.process().exit();
    }

    boolean endedWell() {
        return node.process().exit().isStop();
    }

    void kill() {
        OwnCluster.requireProcess(node);
        wantedDown = true;
        node.kill();
        disconnect();
    }

    /** Leaves this many bytes free on the disk of the node until it ends. */
    void fillDisk(int free) throws InterruptedException {
        OwnCluster.requireProcess(node);
        if (!node.fillDisk(free)) {
            throw new TestAbortedException(
                    "it limits the size of a node's files with prlimit, which does not work here");
        }
    }

    void wipe() throws IOException {
        node.wipe();
    }

    /** On the same port and directory; returns when it serves. */
    synchronized void start() throws InterruptedException {
        if (discarded) {
            throw new IllegalStateException("node " + node.port() + " is no longer needed");
        }
        String sentence = "the node starts again on the same port and directory";
        try {
            node.start();
        } catch (NodeFailure e) {
            throw CheckFailure.of(sentence, "node " + node.port() + " did not: " + e.getMessage());
        }
        wantedDown = false;
        try (Wire wire = Wire.open("node " + node.port(), "127.0.0.1", node.port())) {
            if (wire.isRefused()) {
                throw CheckFailure.of(
                        sentence, "node " + node.port() + " says that it is ready, and refuses connections");
            }
        }
    }

    /** It is up, whatever a check did to it. */
    void mend() throws InterruptedException {
        if (!isAlive()) {
            start();
        }
    }

    /** How it ended, if that was its own doing. */
    String fate() {
        return wantedDown || !TestStand.hasEnded(node) ? "" : exit();
    }

    /** A check that is over may leave the node down only if it wanted its end. */
    void expectLiving() {
        if (!wantedDown && !isAlive()) {
            throw CheckFailure.unanswered(
                    "a node goes on until it is told to stop", "node " + node.port() + " has ended");
        }
    }

    synchronized void disconnect() {
        clients.forEach(NodeClient::disconnect);
        clients.clear();
    }

    void discard() {
        node.kill();
        synchronized (this) {
            discarded = true;
            disconnect();
            cluster.close();
        }
    }
}
