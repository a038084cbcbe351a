package kvlab.grader;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import kvlab.cluster.Cluster;
import kvlab.cluster.NodeProcess;
import kvlab.cluster.Ports;
import org.opentest4j.TestAbortedException;

/**
 * Finds out whom a node takes for the owner of which key: only that node runs, and the grader listens where the others
 * would be. It takes one process for a cluster of any size. What one check has found out, the next one need not ask again;
 * and what takes longest can be found out while other checks, which mostly wait, are still at work.
 */
final class PlacementProbe implements AutoCloseable {

    /** Keys of which every node has to own its share. */
    static final int MANY = 30_000;

    /** Keys of which some move when a node is added. */
    static final int MOVING = 5_000;

    /** The member that is added. Its URL is neither the first nor the last in order. */
    static final int NEW = 1;

    static final List<Integer> WITHOUT_NEW = List.of(0, 2, 3, 4);

    private static final int MEMBERS = 9;
    private static final int CLIENTS = 64;
    private static final int NOBODY = -1;
    private static final int TRIES = 4;
    private static final int OVERLOADED = 503;
    private static final int TOO_FEW = 504;

    private final Launcher launcher;
    private final String replicas;
    private final int firstPort = Ports.free(2 * MEMBERS);
    private final List<String> keys;
    private final Map<List<Integer>, Map<String, Integer>> known = new HashMap<>();

    /** Its ports are the names of the members, so one thing is found out at a time; whoever waited longest is next. */
    private final Lock ports = new ReentrantLock(true);

    private final Thread ahead = new Thread(this::lookAhead, "placement");

    /** Starts the one member that is a process. */
    interface Launcher {
        Cluster launch(int port, List<String> members) throws NotGradable;
    }

    /** @param replicas what follows a key in a URL so that one copy is asked for */
    PlacementProbe(Launcher launcher, String replicas, Sample sample) {
        this.launcher = launcher;
        this.replicas = replicas;
        this.keys = sample.keys(MANY);
    }

    /** Begins with what the checks will ask for; they wait for it, or find it done. */
    void begin() {
        ahead.setDaemon(true);
        ahead.start();
    }

    private void lookAhead() {
        try {
            for (int members : List.of(3, 5, 8)) {
                owners(members, MANY);
            }
            owners(WITHOUT_NEW, MOVING);
        } catch (NotGradable | IOException | InterruptedException | RuntimeException | CheckFailure e) {
            // A check that wants to know will meet it again, and tell.
        }
    }

    @Override
    public void close() {
        ahead.interrupt();
        boolean interrupted = false;
        try {
            ahead.join();
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** The first of those that all checks ask for. */
    List<String> keys(int count) {
        return keys.subList(0, count);
    }

    /**
     * Of a cluster in which the first member runs, and is asked.
     *
     * @param members how many there are
     * @return for each of at least so many keys the number of its owner
     */
    Map<String, Integer> owners(int members, int count) throws NotGradable, IOException, InterruptedException {
        return owners(IntStream.range(0, members).boxed().toList(), count);
    }

    /** The same, of a cluster with these members; the first of them runs, and is asked. */
    Map<String, Integer> owners(List<Integer> members, int count)
            throws NotGradable, IOException, InterruptedException {
        ports.lockInterruptibly();
        try {
            Map<String, Integer> owners = known.get(members);
            if (owners == null || owners.size() < count) {
                owners = ownersNow(members, 0, keys(count));
                known.put(members, owners);
            }
            return owners;
        } finally {
            ports.unlock();
        }
    }

    /**
     * Of a node that is started for it.
     *
     * @param members numbers of the members, in the order of {@code --cluster}
     * @param self which of them runs, and is asked
     * @return for each key the number of its owner
     */
    Map<String, Integer> ownersNow(List<Integer> members, int self, List<String> keys)
            throws NotGradable, IOException, InterruptedException {
        Map<Integer, PeerSink> sinks = new HashMap<>();
        List<String> urls = members.stream().map(this::url).toList();
        ports.lockInterruptibly();
        try (Cluster cluster = launcher.launch(firstPort + self, urls)) {
            try {
                for (int member : members) {
                    if (member != self) {
                        sinks.put(member, new PeerSink(firstPort + member));
                    }
                }
                askUntilSomebodyHears(cluster.nodes().get(0).port(), keys, sinks);
                return owners(keys, sinks, self);
            } finally {
                sinks.values().forEach(PeerSink::close);
                cluster.killAll();
            }
        } finally {
            ports.unlock();
        }
    }

    /**
     * What comes of two nodes that do not know the same members: the first asks the second for the keys that it takes for
     * that one's, and the second takes some of them for those of a third.
     *
     * @param asked how many keys the first asks the second for
     * @param forwarded how many of them the second forwards again
     */
    record Disagreement(int asked, int forwarded) {}

    Disagreement disagreement(int count) throws NotGradable, IOException, InterruptedException {
        Map<String, Integer> owners = owners(2, count);
        List<String> asked =
                keys(count).stream().filter(key -> owners.get(key) == 1).toList();
        ports.lockInterruptibly();
        try (Cluster first = launcher.launch(firstPort, List.of(url(0), url(1)));
                Cluster second = launcher.launch(firstPort + 1, List.of(url(0), url(1), url(2)));
                PeerSink third = new PeerSink(firstPort + 2)) {
            Set<String> left = Set.copyOf(asked);
            for (int i = 0; i < TRIES && !left.isEmpty(); i++) {
                left = ask(
                        firstPort, List.copyOf(left), PlacementProbe::anyMethod, seen -> seen.status() == OVERLOADED);
            }
            first.killAll();
            second.killAll();
            if (!left.isEmpty() && third.keys().isEmpty()) {
                throw new TestAbortedException("node " + firstPort + " did not answer for " + left.size() + " of "
                        + asked.size() + " keys in " + TRIES + " tries, so it is unknown whether node "
                        + (firstPort + 1)
                        + " forwards them");
            }
            return new Disagreement(asked.size(), third.keys().size());
        } finally {
            ports.unlock();
        }
    }

    /** Asks a node, whose process may be looked at. */
    interface Story {
        void tell(NodeClient node, NodeProcess process) throws InterruptedException;
    }

    /** The other members do not run, so their ports refuse connections. */
    void alone(int members, Story story) throws NotGradable, IOException, InterruptedException {
        List<String> urls = IntStream.range(0, members).mapToObj(this::url).toList();
        ports.lockInterruptibly();
        try (Cluster cluster = launcher.launch(firstPort, urls)) {
            NodeClient node = new NodeClient("127.0.0.1", firstPort);
            try {
                story.tell(node, cluster.nodes().get(0).process());
            } finally {
                node.disconnect();
                cluster.killAll();
            }
        } finally {
            ports.unlock();
        }
    }

    String url(int member) {
        return "http://127.0.0.1:" + (firstPort + member);
    }

    /** A new node may refuse a request and ask nobody (R10). Such a refusal does not show who owns the key. */
    private void askUntilSomebodyHears(int port, List<String> keys, Map<Integer, PeerSink> sinks)
            throws InterruptedException {
        List<String> left = keys;
        for (int i = 0; i < TRIES; i++) {
            left = ask(port, left, NodeClient::get, seen -> seen.status() >= 500).stream()
                    .filter(key -> sinks.values().stream()
                            .noneMatch(sink -> sink.keys().contains(key)))
                    .toList();
            if (sinks.values().stream().anyMatch(PeerSink::isOverrun)) {
                throw new TestAbortedException("node " + port + " opened more than " + PeerSink.MOST_CONNECTIONS
                        + " connections to one peer at the same time, and the grader carries no more; expected the node to"
                        + " use them again, or to close them");
            }
            if (left.isEmpty()) {
                return;
            }
        }
        throw new TestAbortedException("node " + port + " refused " + left.size() + " of " + keys.size()
                + " keys again and again, and asked no other node for them; expected an answer");
    }

    /** A node may have one way for reads and another one for writes. */
    private static Exchange anyMethod(NodeClient node, String id) {
        return switch (Math.floorMod(id.hashCode(), 3)) {
            case 0 -> node.put(id, new byte[] {1});
            case 1 -> node.delete(id);
            default -> node.get(id);
        };
    }

    /** Returns those whose answer has to be asked for again. */
    private Set<String> ask(
            int port,
            List<String> keys,
            BiFunction<NodeClient, String, Exchange> request,
            Predicate<Exchange> isRefusal)
            throws InterruptedException {
        Set<String> refused = ConcurrentHashMap.newKeySet();
        int share = (keys.size() + CLIENTS - 1) / CLIENTS;
        Crowd.of(CLIENTS, client -> {
            NodeClient node = new NodeClient("127.0.0.1", port);
            int from = Math.min(client * share, keys.size());
            try {
                for (String key : keys.subList(from, Math.min(from + share, keys.size()))) {
                    Exchange seen = request.apply(node, key + replicas);
                    if (seen.isCutOff()) {
                        throw new TestAbortedException("who owns a key was not seen: " + seen + " with " + CLIENTS
                                + " clients at once, which other checks are about (E11, H8)");
                    }
                    // In stage 2 no rule chooses among the 5xx.
                    if (!replicas.isEmpty() || seen.status() < 500) {
                        Expect.expect("GET of a key that was never put is 404, or refused with 503 or 504", seen)
                                .successOr(404, OVERLOADED, TOO_FEW);
                    }
                    if (isRefusal.test(seen)) {
                        refused.add(key);
                    }
                }
            } finally {
                node.disconnect();
            }
        });
        return refused;
    }

    private Map<String, Integer> owners(List<String> keys, Map<Integer, PeerSink> sinks, int self) {
        Map<String, Integer> owners = new HashMap<>();
        for (String key : keys) {
            int owner = NOBODY;
            for (Map.Entry<Integer, PeerSink> sink : sinks.entrySet()) {
                if (sink.getValue().keys().contains(key)) {
                    if (owner != NOBODY) {
                        throw CheckFailure.of(
                                "one node is asked for a key that has one copy",
                                "node " + (firstPort + self) + " asked " + url(owner) + " and " + url(sink.getKey())
                                        + " for " + key);
                    }
                    owner = sink.getKey();
                }
            }
            owners.put(key, owner == NOBODY ? self : owner);
        }
        return owners;
    }
}
