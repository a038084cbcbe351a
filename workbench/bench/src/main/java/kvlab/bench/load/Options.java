package kvlab.bench.load;

import java.util.List;
import kvlab.cluster.ClusterSpec;
import kvlab.cluster.CommandProgram;
import kvlab.cluster.StageProgram;

/**
 * What was asked of a measurement, as it is kept. See {@link BenchPlan}.
 *
 * @param jdk the feature version of what the nodes run on; null when they are no stage, and in runs of older kits
 * @param jvmFlags what their JVMs were told; null like the above
 * @param cores null when the system chose them, and in runs of older kits
 * @param target the box that the nodes ran on; null when it was this machine
 * @param loadOn where the load came from: here, or target; null when the nodes were here
 * @param fingerprint of the sources, when they are somebody's project; null otherwise, and in runs of older kits
 * @param command as it was given, when the program is one; null otherwise, and in runs of older kits
 * @param windowSeconds of each window, when the load was cut into windows; null otherwise
 */
public record Options(
        String program,
        int nodes,
        List<String> settings,
        int port,
        String op,
        int rate,
        int connections,
        int threads,
        int seconds,
        int keys,
        int valueBytes,
        long seed,
        String replicas,
        double linkDelayMillis,
        int warmUpSeconds,
        Integer jdk,
        List<String> jvmFlags,
        Cores cores,
        String target,
        String loadOn,
        String fingerprint,
        String command,
        Integer windowSeconds) {

    public static Options of(BenchPlan plan) {
        StageProgram stage =
                plan.program() instanceof StageProgram known ? plan.place().onItsJvm(known) : null;
        Place place = plan.place();
        return new Options(
                plan.program().name(),
                plan.nodes(),
                plan.settings(),
                plan.port(),
                plan.op().label(),
                plan.rate(),
                plan.connections(),
                plan.threads(),
                plan.seconds(),
                plan.keys(),
                plan.valueBytes(),
                plan.seed(),
                plan.replicas(),
                plan.linkDelay().toNanos() / 1e6,
                plan.warmUpSeconds(),
                stage == null ? null : stage.jvm().version(),
                stage == null ? null : stage.flags(ClusterSpec.DEFAULT_HEAP),
                plan.cores(),
                place.target() == null ? null : place.target().name(),
                place.target() == null ? null : place.loadThere() ? "target" : "here",
                stage == null ? null : stage.fingerprint(),
                plan.program() instanceof CommandProgram given ? given.template() : null,
                plan.windowSeconds() == 0 ? null : plan.windowSeconds());
    }

    /** Whether each connection asks again as soon as it is answered. That shows the highest rate, and nothing of latency. */
    public boolean isClosedLoop() {
        return rate == BenchPlan.CLOSED_LOOP && windowSeconds != null;
    }

    /** As at 1000 requests/s. */
    public String atRate() {
        return isClosedLoop() ? "at the highest rate" : "at " + rate + " requests/s";
    }

    /** For a list. */
    public String shortRate() {
        return isClosedLoop() ? "highest" : rate + "/s";
    }

    /** Those that the load generator runs on. */
    public enum Cpus {
        /** With the nodes, in whatever way the system shares them out. */
        SHARED,
        /** Of the nodes' machine, but not the nodes'. */
        APART,
        /** Of another machine. */
        ELSEWHERE
    }

    public Cpus cpus() {
        if (cores != null && cores.load() != null) {
            return Cpus.APART;
        }
        boolean shared = cores != null && cores.shared();
        return !shared && "here".equals(loadOn) ? Cpus.ELSEWHERE : Cpus.SHARED;
    }
}
