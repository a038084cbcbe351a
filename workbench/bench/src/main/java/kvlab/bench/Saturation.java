package kvlab.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import kvlab.bench.Workload.Method;
import kvlab.ceiling.HttpCeiling;
import kvlab.cluster.ClusterSpec;
import kvlab.cluster.NodeFailure;
import kvlab.cluster.NodeProgram;
import kvlab.cluster.StageProgram;
import kvlab.cluster.UsageException;

/**
 * How much of what HTTP alone would allow does a stage reach? Both servers run all the while, each node as a process of
 * its own; the load goes to one and the other in turn, in short windows, so that a neighbour who takes half of the machine
 * for a minute takes it from both. The figure is the ratio within a pair of windows; a rate by itself says more about
 * the machine than about the server.
 *
 * <p>The load is a closed loop: each connection sends its next request when the last one is answered. That finds the
 * rate at which the machine is saturated, and says nothing about latency.
 */
public final class Saturation {

    private final Plan plan;
    private final Path wrk2;
    private final Consumer<String> progress;

    /**
     * @param ceiling answers a constant; one node of it is what HTTP allows
     * @param nodes how many of the stage; the first of them gets the load
     * @param settings of the stage
     * @param port the first node's; the others and then the ceiling get the next ones
     * @param keys how many keys there are; a GET finds each of them
     * @param replicas sent with each request, as 2/3; null leaves it to the server
     * @param warmUp seconds of load on each server, at most, before the first window that counts
     * @param window seconds
     */
    public record Plan(
            NodeProgram stage,
            NodeProgram ceiling,
            int nodes,
            List<String> settings,
            int port,
            int connections,
            int keys,
            String replicas,
            int warmUp,
            int window,
            int pairs) {

        private static final int LAST_PORT = 65_535;

        /** Before anything is started. */
        public void validate() throws UsageException {
            stageCluster(Path.of("")).validate();
            if (port + nodes > LAST_PORT) {
                throw UsageException.of("--port " + port + ": expected a number from 1 to " + (LAST_PORT - nodes));
            }
        }

        ClusterSpec stageCluster(Path folder) {
            return new ClusterSpec(stage, nodes, port, folder.resolve("data"), settings, ClusterSpec.DEFAULT_HEAP);
        }

        private ClusterSpec ceilingCluster(Path folder) {
            return new ClusterSpec(
                    ceiling, 1, port + nodes, folder.resolve("data"), List.of(), ClusterSpec.DEFAULT_HEAP);
        }
    }

    /** A node of one-nio alone. It runs on the class path of a stage, which has one-nio, and on the jar of this class. */
    public static StageProgram ceiling(StageProgram stage) {
        String jar = Saturation.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath();
        return stage.plus(Path.of(jar)).with("ceiling", HttpCeiling.class.getName());
    }

    /** @param wrk2 the program that loads */
    public Saturation(Plan plan, Path wrk2, Consumer<String> progress) {
        this.plan = plan;
        this.wrk2 = wrk2;
        this.progress = progress;
    }

    /** @param scratch a folder for everything that the measurement needs only while it runs */
    public SaturationResult measure(Method method, Path scratch)
            throws UsageException, NodeFailure, IOException, InterruptedException {
        Path ceilingFolder = scratch.resolve("ceiling");
        Path stageFolder = scratch.resolve("stage");
        ClosedLoop loop = new ClosedLoop(wrk2, plan.connections(), Files.createDirectories(scratch));
        try (LoadedCluster ceiling = LoadedCluster.start(plan.ceilingCluster(ceilingFolder), ceilingFolder);
                LoadedCluster stage = LoadedCluster.start(plan.stageCluster(stageFolder), stageFolder)) {
            Workload workload = new Workload(method, plan.keys(), plan.replicas());
            prepare(stage, workload);
            LoadedCluster.Load load = url -> loop.run(url, workload, plan.window());
            WarmUp.Slice ceilingSlice = seconds -> slice(ceiling, loop, workload, seconds);
            WarmUp.Reached ceilingWarm = warmUp("HTTP alone", ceilingSlice, method);
            WarmUp.Slice stageSlice = seconds -> slice(stage, loop, workload, seconds);
            WarmUp.Reached stageWarm = warmUp(plan.stage().name(), stageSlice, method);
            List<SaturationResult.Pair> pairs = new ArrayList<>();
            for (int i = 1; i <= plan.pairs(); i++) {
                int left = 2 * (plan.pairs() - i + 1) * plan.window();
                progress.accept(method + ": pair " + i + " of " + plan.pairs() + ", " + TimeLeft.text(left));
                Window first = ceiling.run(load);
                pairs.add(new SaturationResult.Pair(first, stage.run(load)));
            }
            return new SaturationResult(method, ceilingWarm, stageWarm, pairs);
        } catch (NodeFailure | IOException e) {
            GoingDown.awaitEndIfNear();
            throw e;
        }
    }

    /** A server that answers the first request with 400 would do so for minutes. */
    private void prepare(LoadedCluster stage, Workload workload) throws IOException, InterruptedException {
        KeySpace keys = new KeySpace(stage.url(), workload);
        keys.require(Method.PUT, 1);
        if (workload.method() == Method.GET) {
            progress.accept("GET: writing " + plan.keys() + " keys, and reading each back");
            try (Countdown countdown = new Countdown("GET: writing and reading keys", progress)) {
                countdown.start(keys::secondsLeft);
                keys.fill();
            }
        }
    }

    private static WarmUp.Seen slice(LoadedCluster server, ClosedLoop loop, Workload workload, int seconds)
            throws IOException, InterruptedException {
        Window window = server.run(url -> loop.run(url, workload, seconds));
        return new WarmUp.Seen(window.compilerShare(), Double.NaN);
    }

    private WarmUp.Reached warmUp(String name, WarmUp.Slice slice, Method method)
            throws IOException, InterruptedException {
        progress.accept(method + ": warming up " + name + ", at most " + plan.warmUp() + " s");
        try (Countdown countdown = new Countdown(method + ": warming up " + name, progress)) {
            countdown.start(plan.warmUp());
            WarmUp.Reached reached = WarmUp.atMost(plan.warmUp(), slice);
            progress.accept(method + ": " + name + ": " + reached.sentence());
            return reached;
        }
    }
}
