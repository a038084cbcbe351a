package kvlab.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import kvlab.bench.machine.LoadGenerator;
import kvlab.cluster.Link;
import kvlab.cluster.NodeFailure;
import kvlab.cluster.NodeListener;
import kvlab.cluster.UsageException;

/** A cluster that runs, and the load of a plan on it. */
final class RateLoad implements AutoCloseable {

    private static final Path SCRIPTS = Path.of("wrk_scripts");
    private static final int FIRST_FILL_SECONDS = 2;
    private static final int LAST_FILL_SECONDS = 128;

    /** What put.lua says when a key may be missing. */
    private static final Pattern NOT_FILLED = Pattern.compile("(?m)^keys: (.*)$");

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
        this.otherEngine = own == null ? null : Run.Engine.of(own).name();
        this.dropIn = generator.engine() == LoadGenerator.Engine.DROP_IN;
        this.cluster = cluster;
    }

    /** @param output what wrk2 printed, for those who read more of it than the rate */
    record Measured(Window window, String output) {

        Latency latency() {
            return Latency.parse(output);
        }

        WarmUp.Seen seen() {
            Latency latency = latency();
            return new WarmUp.Seen(window.compilerShare(), latency == null ? Double.NaN : latency.millis(50));
        }

        /** Where no latency is measured, none has to settle. */
        WarmUp.Seen compiled() {
            return new WarmUp.Seen(window.compilerShare(), Double.NaN);
        }
    }

    static RateLoad start(BenchPlan plan, Path home, LoadGenerator generator, Path scratch, NodeListener logs)
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

    /** A real wrk2 tells no latency before it has calibrated itself, and so not whether it has settled. */
    private static LoadGenerator own(LoadGenerator generator, Path home) {
        LoadGenerator own = generator.engine() == LoadGenerator.Engine.DROP_IN ? null : LoadGenerator.own(home);
        return own == null || own.path() == null ? null : own;
    }

    LoadedCluster cluster() {
        return cluster;
    }

    /** Writes the keys, where reads need them, and only then slows the links down. */
    void prepare(Consumer<String> progress) throws IOException, InterruptedException {
        if (plan.op().needsKeys()) {
            progress.accept("writing " + plan.keys() + " keys");
            fill();
        }
        for (Link link : cluster.links()) {
            link.delay(plan.linkDelay());
        }
    }

    /** Walks through the key space, for twice as long as the last time until nothing is left out. */
    private void fill() throws IOException, InterruptedException {
        for (int seconds = FIRST_FILL_SECONDS; ; seconds *= 2) {
            String output = wrk2.run(plan.fill(scripts, cluster.url(), seconds));
            cluster.requireAlive();
            Matcher left = NOT_FILLED.matcher(output);
            WrkReport report;
            try {
                report = WrkReport.parse(output);
            } catch (NothingAnsweredException e) {
                if (seconds >= LAST_FILL_SECONDS) {
                    throw e;
                }
                continue;
            }
            if (!left.find() && report.others() == 0) {
                return;
            }
            if (seconds >= LAST_FILL_SECONDS) {
                throw new IOException("the keys cannot be written: after " + seconds + " s wrk2 says: "
                        + (left.reset().find() ? left.group(1) : report.others() + " requests went wrong"));
            }
        }
    }

    /** At the plan's rate, or at another; null when the plan has none. */
    WarmUp.Reached warmUp(Consumer<String> progress, WarmUp.Slice slice) throws IOException, InterruptedException {
        if (plan.warmUpSeconds() == 0) {
            return null;
        }
        progress.accept("warming up, at most " + plan.warmUpSeconds() + " s");
        WarmUp.Reached reached = WarmUp.atMost(plan.warmUpSeconds(), slice).by(otherEngine);
        progress.accept(reached.sentence());
        return reached;
    }

    /** Some seconds of warming up, of which nothing is kept. */
    Measured load(BenchPlan load, int seconds) throws IOException, InterruptedException {
        return run(warmer, load, seconds, List.of(), output -> {}, process -> {});
    }

    /**
     * What comes of it is kept in a folder: what wrk2 printed as NAME.txt, and what only the kit's own tells beside it.
     *
     * @param started is told wrk2's process as soon as there is one
     */
    Measured load(BenchPlan load, int seconds, Path folder, String name, Consumer<Process> started)
            throws IOException, InterruptedException {
        Place place = plan.place();
        List<String> files = new ArrayList<>();
        List<String> names = dropIn ? List.of(name + ".json", name + ".hgrm") : List.of();
        for (String file : names) {
            String option = file.replaceFirst(".*\\.", "--");
            files.addAll(List.of(option, place.besideLoad(folder).resolve(file).toString()));
        }
        Keep keep = output -> {
            Files.writeString(folder.resolve(name + ".txt"), output);
            for (String file : names) {
                place.fetch(file, folder);
            }
        };
        return run(wrk2, load, seconds, files, keep, started);
    }

    private interface Keep {
        void output(String text) throws IOException;
    }

    private Measured run(
            Wrk2 loader, BenchPlan load, int seconds, List<String> files, Keep keep, Consumer<Process> started)
            throws IOException, InterruptedException {
        List<String> printed = new ArrayList<>();
        Window window = cluster.run(url -> {
            List<String> arguments = new ArrayList<>(files);
            if (loader == wrk2 && !dropIn) {
                arguments.addAll(patience(load));
            }
            arguments.addAll(load.load(scripts, url, seconds));
            long begun = System.nanoTime();
            String output = loader.run(arguments, process -> {
                plan.place().nodes().onLost(process::destroy);
                started.accept(process);
            });
            double took = (System.nanoTime() - begun) / 1e9;
            keep.output(output);
            printed.add(output);
            WrkReport report = WrkReport.parse(output);
            // Somebody stopped it, and it prints what it has measured until then as if that were all.
            if (took < seconds) {
                throw new IOException(String.format(Locale.ROOT, "wrk2 ended after %.1f s of %d s", took, seconds));
            }
            return report;
        });
        return new Measured(window, printed.get(0));
    }

    /**
     * A real wrk2 counts a connection that has had nothing to ask for longer than its timeout as one that waits in vain. At
     * few requests a second each of many connections has nothing to ask for seconds, so the timeout has to be longer.
     */
    static List<String> patience(BenchPlan load) {
        int idleSeconds = load.connections() / load.rate();
        return idleSeconds == 0 ? List.of() : List.of("--timeout", 2 * (idleSeconds + 1) + "s");
    }

    @Override
    public void close() {
        cluster.close();
    }
}
