package kvlab.bench.reference;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import kvlab.bench.experiment.ComparePlan;
import kvlab.bench.experiment.HttpAlone;
import kvlab.bench.load.Load;
import kvlab.bench.load.Op;
import kvlab.bench.reference.ReferenceLab.Measurement;
import kvlab.bench.reference.ReferenceLab.Side;
import kvlab.cluster.UsageException;

/** The questions of the course, with its rates where both of two hold them. All of it takes less than an hour. */
public final class ReferenceLabs {

    private static final String SINGLE = "1-single-node";
    private static final String SHARDING = "2-sharding";
    private static final String REPLICATION = "3-replication";
    private static final String ASYNC = "4-async-client";
    private static final String EVENT_LOOP = "5-event-loop";

    private static final int FEW_CONNECTIONS = 16;
    private static final int FEW_WINDOWS = 12;
    private static final int ANY = Integer.MAX_VALUE;

    /** A smaller difference is no reason to tune a store. */
    private static final double TUNING = 0.1;

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
        return new ReferenceLab(
                SINGLE,
                "What does tuning RocksDB bring?",
                List.of(store(Op.PUT).withProfiles(), store(Op.GET), highest(Op.PUT, SINGLE), highest(Op.GET, SINGLE)));
    }

    private static Measurement store(Op op) {
        List<Side> stores = vary(stage(SINGLE, 15_000), "store", "base", "tuned");
        return new Measurement("store-" + op.label(), op, FEW_CONNECTIONS, ANY, ANY, false, TUNING, stores);
    }

    private static ReferenceLab sharding() {
        List<Side> sides = stages(10_000, SINGLE, SHARDING);
        return new ReferenceLab(
                SHARDING,
                "What does a request cost that may have to go to another node?",
                List.of(
                        compare("put", Op.PUT, sides).withProfiles().once(),
                        compare("get", Op.GET, sides),
                        highest(Op.PUT, SHARDING),
                        highest(Op.GET, SHARDING)));
    }

    private static ReferenceLab replication() {
        List<Side> sides = stages(5000, SHARDING, REPLICATION);
        return new ReferenceLab(
                REPLICATION,
                "What do three copies of each key cost?",
                List.of(
                        compare("put-5000", Op.PUT, sides).withProfiles(),
                        compare("get-5000", Op.GET, sides),
                        highest(Op.PUT, REPLICATION),
                        highest(Op.GET, REPLICATION)));
    }

    private static ReferenceLab asyncClient() {
        List<Side> clients = new ArrayList<>(vary(stage(ASYNC, 5000), "client", "futures", "completable", "own-pool"));
        clients.add(stage(EVENT_LOOP, 5000));
        Side ownPool = new Side("", ASYNC, null, List.of("client=own-pool"), null, 5000);
        return new ReferenceLab(
                ASYNC,
                "What does asking all replicas at once bring, and with which client?",
                List.of(
                        compare("put", Op.PUT, stages(5000, REPLICATION, ASYNC))
                                .withProfiles()
                                .once(),
                        compare("clients-put-5000", Op.PUT, clients),
                        compare("pool-put-5000", Op.PUT, vary(ownPool, "pool", "2", "4")),
                        compare("jdk-put-trap", Op.PUT, List.of(trap("17"), trap("25")))
                                .once(),
                        highest(Op.PUT, ASYNC),
                        highest(Op.GET, ASYNC)));
    }

    private static ReferenceLab clusterSize() {
        return new ReferenceLab(
                "5-cluster-size",
                "Which of the two is better when there are more nodes?",
                List.of(
                        compare("put-nodes-3", Op.PUT, nodes(3)),
                        compare("put-nodes-5", Op.PUT, nodes(5)).once(),
                        compare("put-nodes-8", Op.PUT, nodes(8)).once(),
                        compare("get-nodes-8", Op.GET, nodes(8)),
                        knee("knee-3-replication", new Side(REPLICATION, REPLICATION, 3, List.of(), null, 500)),
                        knee("knee-5-event-loop", new Side(EVENT_LOOP, EVENT_LOOP, 3, List.of(), null, 500)),
                        highest(Op.PUT, EVENT_LOOP),
                        highest(Op.GET, EVENT_LOOP)));
    }

    private static Measurement compare(String name, Op op, List<Side> sides) {
        return new Measurement(name, op, Load.USUAL_CONNECTIONS, ANY, ANY, false, ComparePlan.USUAL_SAME, sides);
    }

    static String highest(Op op) {
        return "highest-" + op.label();
    }

    /** The same comparison as ./lab bench --saturate makes. A rate needs fewer windows than a percentile. */
    private static Measurement highest(Op op, String stage) {
        List<Side> sides = stages(Load.CLOSED_LOOP, HttpAlone.NAME, stage);
        return new Measurement(
                highest(op), op, Load.USUAL_CONNECTIONS, 1, FEW_WINDOWS, false, ComparePlan.USUAL_SAME, sides);
    }

    private static Measurement knee(String name, Side side) {
        return compare(name, Op.PUT, List.of(side));
    }

    private static List<Side> nodes(int nodes) {
        return List.of(
                new Side(REPLICATION, REPLICATION, nodes, List.of(), null, 2000),
                new Side(EVENT_LOOP, EVENT_LOOP, nodes, List.of(), null, 2000));
    }

    private static List<Side> stages(int rate, String... stages) {
        return Arrays.stream(stages).map(stage -> stage(stage, rate)).toList();
    }

    private static Side stage(String stage, int rate) {
        return new Side(stage, stage, null, List.of(), null, rate);
    }

    private static Side trap(String jdk) {
        return new Side("jdk=" + jdk, ASYNC, null, List.of("parallelism=jvm"), jdk, 1000);
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
