package kvlab.grader;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import kvlab.cluster.Link;
import kvlab.grader.history.Fault;

/**
 * Disturbs nodes while clients use them: for a while something is wrong with one node or with several, then all is well
 * for a moment. A seed repeats what is done to whom and for how long.
 */
final class Saboteur {

    private static final int SHORTEST_MILLIS = 250;
    private static final int LONGEST_MILLIS = 700;
    private static final int BETWEEN_MILLIS = 150;
    private static final int SLOWEST_MILLIS = 60;

    /** What can be wrong with a node. */
    enum Kind {
        KILLED,
        STOPPED,
        PAUSED,
        SLOW,
        SILENT,
        CUT_OFF;

        String words() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    private final OwnCluster own;
    private final Random random;
    private final int most;
    private final List<Kind> kinds;
    private final List<Fault> faults = new ArrayList<>();

    /**
     * @param most how many nodes are disturbed at the same time, every other time; otherwise it is one
     * @param kinds what is done, each once and in any order; everything if there is none
     */
    Saboteur(OwnCluster own, long seed, int most, Kind... kinds) {
        this.own = own;
        this.random = new Random(seed);
        this.most = most;
        this.kinds = new ArrayList<>(List.of(kinds.length == 0 ? Kind.values() : kinds));
    }

    /** Returns when all nodes are well. */
    List<Fault> disturb() throws InterruptedException {
        if (!own.isSeparate()) {
            kinds.remove(Kind.PAUSED);
        }
        Collections.shuffle(kinds, random);
        for (int i = 0; i < kinds.size(); i++) {
            Thread.sleep(BETWEEN_MILLIS);
            disturb(chosen(i % 2 == 0 ? most : 1), kinds.get(i));
        }
        return faults;
    }

    private Set<Integer> chosen(int count) {
        Set<Integer> nodes = new TreeSet<>();
        while (nodes.size() < count) {
            nodes.add(random.nextInt(own.size()));
        }
        return nodes;
    }

    private void disturb(Set<Integer> nodes, Kind kind) throws InterruptedException {
        int millis = random.nextInt(SHORTEST_MILLIS, LONGEST_MILLIS);
        Duration delay = Duration.ofMillis(random.nextInt(1, SLOWEST_MILLIS));
        long from = System.nanoTime();
        for (int node : nodes) {
            begin(node, kind, delay);
        }
        Thread.sleep(millis);
        for (int node : nodes) {
            end(node, kind);
        }
        own.heal();
        for (int node : nodes) {
            faults.add(new Fault(String.valueOf(own.port(node)), kind.words(), from, System.nanoTime()));
        }
    }

    private void begin(int node, Kind kind, Duration delay) throws InterruptedException {
        switch (kind) {
            case KILLED -> own.kill(node);
            case STOPPED -> own.stop(node);
            case PAUSED -> own.pause(node);
            case SLOW -> own.linksOf(node).forEach(link -> link.delay(delay));
            case SILENT -> own.linksOf(node).forEach(Link::blackHole);
            default -> own.isolate(node);
        }
    }

    private void end(int node, Kind kind) throws InterruptedException {
        switch (kind) {
            case KILLED, STOPPED -> own.start(node);
            case PAUSED -> own.resume(node);
            default -> {
                // Its links are healed with all others.
            }
        }
    }
}
