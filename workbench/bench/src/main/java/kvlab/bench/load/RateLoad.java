package kvlab.bench.load;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import kvlab.bench.machine.LoadGenerator;
import kvlab.bench.text.Countdown;
import kvlab.bench.watch.Watch;
import kvlab.bench.wrk2.Latency;
import kvlab.bench.wrk2.WrkOutput;
import kvlab.cluster.Box;
import kvlab.cluster.Link;
import kvlab.cluster.NodeFailure;
import kvlab.cluster.NodeListener;
import kvlab.cluster.UsageException;

/** A cluster that runs, and the load of a plan on it. */
public final class RateLoad implements AutoCloseable {

    private static final Path SCRIPTS = Path.of("wrk_scripts");

    private final BenchPlan plan;
    private final Path scripts;
    private final Wrk2 wrk2;
    private final Wrk2 warmer;
    private final String otherEngine;
    private final boolean dropIn;
    private final LoadedCluster cluster;

    /** @param own the kit's own wrk2, when another one measures; null otherwise */
    private RateLoad(
            BenchPlan plan, Place.Loader loader, LoadGenerator generator, LoadGenerator own, LoadedCluster cluster) {
        this.plan = plan;
        this.scripts = loader.scripts();
        String cores = plan.cores() == null ? null : plan.cores().load();
        this.wrk2 = new Wrk2(plan.place().load(), loader.program(), cores);
        this.warmer = own == null ? wrk2 : new Wrk2(plan.place().load(), own.path(), cores);
        this.otherEngine = own == null ? null : own.engine().label();
        this.dropIn = generator.engine() == LoadGenerator.Engine.DROP_IN;
        this.cluster = cluster;
    }

    public record Measured(Window window, WrkOutput output) {

        public WarmUp.Seen seen() {
            Latency latency = output.latency();
            return new WarmUp.Seen(window.compilerShare(), latency == null ? Double.NaN : latency.millis(50));
        }

        /** Where no latency is measured, none has to settle. */
        public WarmUp.Seen compiled() {
            return new WarmUp.Seen(window.compilerShare(), Double.NaN);
        }
    }

    public static RateLoad start(BenchPlan plan, Path home, LoadGenerator generator, Path scratch, NodeListener logs)
            throws UsageException, NodeFailure, IOException, InterruptedException {
        Place.Loader loader = plan.place().loader(generator.path(), home.resolve(SCRIPTS));
        LoadedCluster cluster = LoadedCluster.start(plan.settled(scratch), scratch.resolve("cluster"), logs);
        try {
            plan.place().requireReach(cluster.url());
        } catch (IOException e) {
            cluster.close();
            throw e;
        }
        return new RateLoad(plan, loader, generator, own(generator, home), cluster);
    }

    /** A real wrk2 waits whole milliseconds, which hide whether the latency of a fast server has settled. */
    private static LoadGenerator own(LoadGenerator generator, Path home) {
        LoadGenerator own = generator.engine() == LoadGenerator.Engine.DROP_IN ? null : LoadGenerator.own(home);
        return own == null || own.path() == null ? null : own;
    }

    public LoadedCluster cluster() {
        return cluster;
    }

    /** What looks at the nodes, and at a load that it is told of. */
    public Watch watch() {
        return new Watch(plan.place().nodes(), cluster.pids(), plan.place().load());
    }

    /** Writes the keys, where reads need them, and only then slows the links down. */
    public void prepare(Consumer<String> progress) throws IOException, InterruptedException {
        if (plan.load().op().needsKeys()) {
            new Fill(plan.load().keys(), plan.load().connections(), this::fill, progress).run();
        }
        for (Link link : cluster.links()) {
            link.delay(plan.linkDelay());
        }
    }

    private String fill(int connections, int seconds, long from) throws IOException, InterruptedException {
        try {
            return run(
                    wrk2,
                    plan.load().fill(scripts, cluster.url(), connections, seconds, from),
                    process -> {},
                    line -> {});
        } finally {
            cluster.requireAlive();
        }
    }

    /**
     * At the plan's rate, or at another.
     *
     * @param seconds at most
     * @return null when there are none
     */
    public WarmUp.Reached warmUp(int seconds, Consumer<String> progress, WarmUp.Slice slice)
            throws IOException, InterruptedException {
        WarmUp warmUp = WarmUp.before(plan, seconds, false);
        if (seconds == 0) {
            warmUp.toTheEnd(slice);
            return null;
        }
        progress.accept("warming up, at most " + seconds + " s");
        try (Countdown countdown = new Countdown("warming up", progress)) {
            countdown.start(seconds);
            warmUp.toTheEnd(slice);
            WarmUp.Reached reached = reached(warmUp);
            progress.accept(reached.sentence());
            return reached;
        }
    }

    public WarmUp.Reached reached(WarmUp warmUp) {
        return warmUp.reached().by(otherEngine);
    }

    /** Some seconds of warming up, of which nothing is kept. */
    public Measured load(Load load, int seconds) throws IOException, InterruptedException {
        return run(warmer, load.lasting(seconds), List.of(), output -> {}, process -> {}, line -> {});
    }

    /**
     * What comes of it is kept.
     *
     * @param name of the files that are
     * @param started is told wrk2's process as soon as there is one
     * @param live receives the figures so far, once a second, from the kit's own wrk2
     */
    public Measured load(Load load, LoadFiles files, String name, Consumer<Process> started, Consumer<String> live)
            throws IOException, InterruptedException {
        files.begin();
        try {
            List<String> arguments = new ArrayList<>(files.arguments(name));
            if (dropIn) {
                arguments.add("--live");
            }
            return run(wrk2, load, arguments, output -> files.keep(name, output), started, live);
        } finally {
            files.end();
        }
    }

    /** In windows, with rests between them. */
    public WindowedLoad windows() throws IOException {
        if (!dropIn || plan.place().load() != Box.HERE) {
            return new WindowedLoad(this, plan, null);
        }
        List<String> arguments = new ArrayList<>(List.of("--windows"));
        plan.load().arguments(scripts, cluster.url()).stream()
                .filter(each -> !each.startsWith("-d"))
                .forEach(arguments::add);
        return new WindowedLoad(this, plan, wrk2.start(arguments));
    }

    /** Some seconds by a process of their own. */
    Measured window(int rate, int seconds, Consumer<String> printed) throws IOException, InterruptedException {
        return run(wrk2, plan.load().at(rate).lasting(seconds), List.of(), printed, process -> {}, line -> {});
    }

    private Measured run(
            Wrk2 loader,
            Load load,
            List<String> files,
            Consumer<String> printed,
            Consumer<Process> started,
            Consumer<String> live)
            throws IOException, InterruptedException {
        WrkOutput[] output = new WrkOutput[1];
        Window window = cluster.run(url -> {
            List<String> arguments = new ArrayList<>(files);
            if (loader == wrk2 && !dropIn) {
                arguments.addAll(patience(load));
            }
            arguments.addAll(load.arguments(scripts, url));
            long begun = System.nanoTime();
            String text = run(loader, arguments, started, live);
            double took = (System.nanoTime() - begun) / 1e9;
            printed.accept(text);
            output[0] = WrkOutput.parse(text);
            // Somebody stopped it, and it prints what it has measured until then as if that were all.
            if (took < load.seconds()) {
                throw new IOException(
                        String.format(Locale.ROOT, "wrk2 ended after %.1f s of %d s", took, load.seconds()));
            }
            return output[0].report();
        });
        return new Measured(window, output[0]);
    }

    /** When the cluster cannot be loaded any more, nobody has to wait for the end of the load. */
    private String run(Wrk2 loader, List<String> arguments, Consumer<Process> started, Consumer<String> live)
            throws IOException, InterruptedException {
        Consumer<Process> begun = process -> {
            cluster.onLost(() -> Wrk2.end(process));
            started.accept(process);
        };
        return loader.run(arguments, begun, live);
    }

    /**
     * A real wrk2 counts a connection that has had nothing to ask for longer than its timeout as one that waits in vain. At
     * few requests a second each of many connections has nothing to ask for seconds, so the timeout has to be longer.
     */
    public static List<String> patience(Load load) {
        int idleSeconds = load.connections() / load.rate();
        return idleSeconds == 0 ? List.of() : List.of("--timeout", 2 * (idleSeconds + 1) + "s");
    }

    @Override
    public void close() {
        cluster.close();
    }
}
