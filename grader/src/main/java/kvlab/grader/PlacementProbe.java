package kvlab.grader;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import kvlab.cluster.Cluster;
import kvlab.cluster.Ports;

/**
 * Finds out whom a node takes for the owner of which key: only that node runs, and the grader listens where the others
 * would be. It takes one process for a cluster of any size.
 */
final class PlacementProbe {

    private static final int MEMBERS = 9;
    private static final int CLIENTS = 64;
    private static final int NOBODY = -1;

    private final Launcher launcher;
    private final int stage;
    private final int firstPort = Ports.free(2 * MEMBERS);

    /** Starts the one member that is a process. */
    interface Launcher {
        Cluster launch(int port, List<String> members) throws NotGradable;
    }

    PlacementProbe(Launcher launcher, int stage) {
        this.launcher = launcher;
        this.stage = stage;
    }

    /**
     * @param members numbers of the members, in the order of {@code --cluster}
     * @param self which of them runs, and is asked
     * @return for each key the number of its owner
     */
    Map<String, Integer> owners(List<Integer> members, int self, List<String> keys)
            throws NotGradable, IOException, InterruptedException {
        Map<Integer, PeerSink> sinks = new HashMap<>();
        List<String> urls = members.stream().map(this::url).toList();
        try (Cluster cluster = launcher.launch(firstPort + self, urls)) {
            try {
                for (int member : members) {
                    if (member != self) {
                        sinks.put(member, new PeerSink(firstPort + member));
                    }
                }
                ask(cluster.nodes().get(0).port(), keys);
                return owners(keys, sinks, self);
            } finally {
                sinks.values().forEach(PeerSink::close);
                cluster.killAll();
            }
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

    Disagreement disagreement(List<String> keys) throws NotGradable, IOException, InterruptedException {
        Map<String, Integer> owners = owners(List.of(0, 1), 0, keys);
        List<String> asked = keys.stream().filter(key -> owners.get(key) == 1).toList();
        try (Cluster first = launcher.launch(firstPort, List.of(url(0), url(1)));
                Cluster second = launcher.launch(firstPort + 1, List.of(url(0), url(1), url(2)));
                PeerSink third = new PeerSink(firstPort + 2)) {
            ask(firstPort, asked);
            first.killAll();
            second.killAll();
            return new Disagreement(asked.size(), third.keys().size());
        }
    }

    String url(int member) {
        return "http://127.0.0.1:" + (firstPort + member);
    }

    private void ask(int port, List<String> keys) throws InterruptedException {
        int share = (keys.size() + CLIENTS - 1) / CLIENTS;
        Crowd.of(CLIENTS, client -> {
            int from = Math.min(client * share, keys.size());
            get(port, keys.subList(from, Math.min(from + share, keys.size())));
        });
    }

    private void get(int port, List<String> keys) {
        NodeClient client = new NodeClient("127.0.0.1", port);
        try {
            for (String key : keys) {
                Exchange seen = client.get(key + (stage < 3 ? "" : "&replicas=1/1"));
                Expect.expect("every key is looked up", seen);
            }
        } finally {
            client.disconnect();
        }
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
