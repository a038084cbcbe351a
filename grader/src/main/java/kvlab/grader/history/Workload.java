package kvlab.grader.history;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * What clients are to ask, without end; a seed repeats it. Mostly a majority of all nodes writes and reads, so that most
 * reads are bound by an overlap. The rest tries every other size of quorum.
 */
public final class Workload implements Supplier<Request> {

    private static final int GETS = 50;
    private static final int PUTS = 38;
    private static final int MAJORITIES = 70;
    private static final int ALL = 100;

    private final SplittableRandom random;
    private final int client;
    private final List<String> keys;
    private final List<String> nodes;
    private final int copies;
    private int puts;

    private Workload(SplittableRandom random, int client, List<String> keys, List<String> nodes, int copies) {
        this.random = random;
        this.client = client;
        this.keys = keys;
        this.nodes = nodes;
        this.copies = copies;
    }

    /**
     * One for each client; the first client is 1.
     *
     * @param copies how many nodes may keep a key
     */
    public static List<Workload> of(long seed, int clients, List<String> keys, List<String> nodes, int copies) {
        SplittableRandom random = new SplittableRandom(seed);
        return IntStream.rangeClosed(1, clients)
                .mapToObj(client -> new Workload(random.split(), client, keys, nodes, copies))
                .toList();
    }

    @Override
    public Request get() {
        int from = copies;
        int ack = from / 2 + 1;
        if (random.nextInt(ALL) >= MAJORITIES) {
            from = 1 + random.nextInt(copies);
            ack = List.of(1, from / 2 + 1, from).get(random.nextInt(3));
        }
        Request.Kind kind = kind(random.nextInt(ALL));
        String value = kind == Request.Kind.PUT ? "v" + client + "." + ++puts : null;
        return new Request(client, any(nodes), kind, any(keys), value, ack, from);
    }

    private static Request.Kind kind(int dice) {
        if (dice < GETS) {
            return Request.Kind.GET;
        }
        return dice < GETS + PUTS ? Request.Kind.PUT : Request.Kind.DELETE;
    }

    private String any(List<String> choices) {
        return choices.get(random.nextInt(choices.size()));
    }
}
