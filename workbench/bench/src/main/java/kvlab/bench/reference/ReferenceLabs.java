package kvlab.bench.reference;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import kvlab.bench.experiment.HttpAlone;
import kvlab.bench.load.Load;
import kvlab.bench.load.Op;
import kvlab.bench.reference.ReferenceLab.Measurement;
import kvlab.bench.reference.ReferenceLab.Side;
import kvlab.cluster.UsageException;

/**
 * The questions of the course, with its rates. Where one of two does not hold its rate, the comparison at a rate that
 * both hold stands beside it.
 */
public final class ReferenceLabs {

    private static final String SINGLE = "1-single-node";
    private static final String SHARDING = "2-sharding";
    private static final String REPLICATION = "3-replication";
    private static final String ASYNC = "4-async-client";
    private static final String EVENT_LOOP = "5-event-loop";

    private static final int CONNECTIONS = Load.USUAL_CONNECTIONS;
    private static final int ANY = Integer.MAX_VALUE;

    private ReferenceLabs() {}

    /** In their order. */
    public static List<ReferenceLab> all() {
        return List.of(singleNode(), sharding(), replication(), asyncClient(), clusterSize());
    }

    /** @param ids none for all */
    public static List<ReferenceLab> of(List<String> ids) throws UsageException {
        List<ReferenceLab> known = all();
        for (String id : ids) {
            if (known.stream().noneMatch(lab -> lab.id().equals(id))) {
                throw UsageException.of("there is no lab '" + id + "'; there are "
                        + known.stream().map(ReferenceLab::id).collect(Collectors.joining(", ")));
            }
        }
        return known.stream()
                .filter(lab -> ids.isEmpty() || ids.contains(lab.id()))
                .toList();
    }

    private static ReferenceLab singleNode() {
        List<Side> stores = vary(stage(SINGLE, 15_000), "store", "base", "tuned");
        return new ReferenceLab(
                SINGLE,
                "What does tuning RocksDB bring?",
                List.of(
                        new Measurement("store-put", "", Op.PUT, 16, ANY, true, stores),
                        new Measurement("store-get", "", Op.GET, 16, ANY, true, stores),
                        highest(Op.PUT, SINGLE),
                        highest(Op.GET, SINGLE)));
    }

    private static ReferenceLab sharding() {
        List<Side> sides = stages(10_000, SINGLE, SHARDING);
        return new ReferenceLab(
                SHARDING,
                "What does a request cost that may have to go to another node?",
                List.of(
                        compare("put", Op.PUT, sides).withProfiles(),
                        compare("get", Op.GET, sides),
                        highest(Op.PUT, SHARDING),
                        highest(Op.GET, SHARDING)));
    }

    private static ReferenceLab replication() {
        List<Measurement> all = new ArrayList<>();
        for (Op op : List.of(Op.PUT, Op.GET)) {
            List<Side> unfair = List.of(stage(SHARDING, 10_000), stage(REPLICATION, 5000));
            all.add(new Measurement(
                            op.label() + "-unfair", "two rates, as in the course", op, CONNECTIONS, ANY, false, unfair)
                    .once());
            Measurement fair = compare(op.label() + "-5000", op, stages(5000, SHARDING, REPLICATION));
            all.add(op == Op.PUT ? fair.withProfiles() : fair);
            all.add(compare(op.label() + "-10000", op, stages(10_000, SHARDING, REPLICATION)));
        }
        all.add(highest(Op.PUT, REPLICATION));
        all.add(highest(Op.GET, REPLICATION));
        return new ReferenceLab(REPLICATION, "What do three copies of each key cost?", all);
    }

    private static ReferenceLab asyncClient() {
        List<Measurement> all = new ArrayList<>();
        all.add(compare("put", Op.PUT, stages(5000, REPLICATION, ASYNC)).withProfiles());
        all.add(compare("get", Op.GET, stages(5000, REPLICATION, ASYNC)));
        for (int rate : List.of(1000, 5000)) {
            Measurement put = compare("clients-put-" + rate, Op.PUT, clients(rate));
            all.add(rate == 1000 ? put.withProfiles() : put);
            Side ownPool = new Side("", ASYNC, null, List.of("client=own-pool"), null, rate);
            all.add(compare("pool-put-" + rate, Op.PUT, vary(ownPool, "pool", "2", "4", "6")));
        }
        all.add(compare("clients-get-1000", Op.GET, clients(1000)));
        all.add(compare("jdk-put", Op.PUT, List.of(jdk("17"), jdk("25"))));
        List<Side> trap = List.of(jdk("17", "parallelism=jvm"), jdk("25", "parallelism=jvm"));
        all.add(new Measurement(
                "jdk-put-trap", "with the common pool as the JVM makes it", Op.PUT, CONNECTIONS, ANY, false, trap));
        all.add(highest(Op.PUT, ASYNC));
        all.add(highest(Op.GET, ASYNC));
        return new ReferenceLab(ASYNC, "What does asking all replicas at once bring, and with which client?", all);
    }

    private static List<Side> clients(int rate) {
        List<Side> clients = new ArrayList<>(vary(stage(ASYNC, rate), "client", "futures", "completable", "own-pool"));
        clients.add(stage(EVENT_LOOP, rate));
        return clients;
    }

    private static ReferenceLab clusterSize() {
        List<Measurement> all = new ArrayList<>();
        for (Op op : List.of(Op.PUT, Op.GET)) {
            for (int nodes : List.of(3, 5, 8)) {
                List<Side> sides = List.of(
                        new Side(REPLICATION, REPLICATION, nodes, List.of(), null, 2000),
                        new Side(EVENT_LOOP, EVENT_LOOP, nodes, List.of(), null, 2000));
                all.add(compare(op.label() + "-nodes-" + nodes, op, sides));
            }
        }
        all.add(knee("knee-3-replication", new Side(REPLICATION, REPLICATION, 3, List.of(), null, 500)));
        all.add(knee("knee-5-event-loop", new Side(EVENT_LOOP, EVENT_LOOP, 3, List.of(), null, 500)));
        all.add(highest(Op.PUT, EVENT_LOOP));
        all.add(highest(Op.GET, EVENT_LOOP));
        return new ReferenceLab("5-cluster-size", "Which of the two is better when there are more nodes?", all);
    }

    private static Measurement compare(String name, Op op, List<Side> sides) {
        return new Measurement(name, "", op, CONNECTIONS, ANY, false, sides);
    }

    /** The same comparison as ./lab bench --saturate makes. */
    private static Measurement highest(Op op, String stage) {
        return compare("highest-" + op.label(), op, stages(Load.CLOSED_LOOP, HttpAlone.NAME, stage))
                .once();
    }

    private static Measurement knee(String name, Side side) {
        return new Measurement(name, "", Op.PUT, CONNECTIONS, 1, false, List.of(side));
    }

    private static List<Side> stages(int rate, String... stages) {
        return Arrays.stream(stages).map(stage -> stage(stage, rate)).toList();
    }

    private static Side stage(String stage, int rate) {
        return new Side(stage, stage, null, List.of(), null, rate);
    }

    private static Side jdk(String version, String... settings) {
        return new Side("jdk=" + version, ASYNC, null, List.of(settings), version, 1000);
    }

    private static List<Side> vary(Side side, String name, String... values) {
        List<Side> sides = new ArrayList<>();
        for (String value : values) {
            List<String> settings = new ArrayList<>(side.settings());
            settings.add(name + "=" + value);
            sides.add(new Side(name + "=" + value, side.stage(), side.nodes(), settings, side.jdk(), side.rate()));
        }
        return sides;
    }
}
