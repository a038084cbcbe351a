package kvlab.bench.experiment;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import kvlab.bench.kept.Figure;
import kvlab.bench.kept.GitCommit;
import kvlab.bench.kept.KeptOnce;
import kvlab.bench.kept.Run;
import kvlab.bench.kept.RunFolder;
import kvlab.bench.kept.RunNotes;
import kvlab.bench.load.BenchPlan;
import kvlab.bench.load.LoadFiles;
import kvlab.bench.load.LoadWindow;
import kvlab.bench.load.NodeLogs;
import kvlab.bench.load.Place;
import kvlab.bench.load.RateLoad;
import kvlab.bench.load.WarmUp;
import kvlab.bench.load.Window;
import kvlab.bench.load.WindowedLoad;
import kvlab.bench.machine.LoadGenerator;
import kvlab.bench.text.Countdown;
import kvlab.bench.watch.Watch;
import kvlab.bench.wrk2.Verified;
import kvlab.cluster.NodeFailure;
import kvlab.cluster.Reason;
import kvlab.cluster.UsageException;

/**
 * All sides of a comparison on JVMs that have just been started. They are alive at the same time, and a second of load goes to
 * each in turn: what changes on the machine meanwhile comes to all of them, and two neighbouring windows differ by little
 * else than by the sides.
 */
final class Life {

    /** Disturbed windows are measured again, but not for ever. */
    private static final double MOST_AGAIN = 0.25;

    /** Longer than wrk2 waits for an answer. A window that lasts so much longer than it should was held up by the machine. */
    private static final Duration HELD_UP = Duration.ofSeconds(5);

    /** Sides that together take a larger part of the nodes' processors are warmed up in turn. */
    private static final double MOST_TOGETHER = 0.75;

    /** A profile of this length has enough samples, and wrk2's calibration is no more than 10 s of it. */
    static final int MOST_PROFILED_SECONDS = 15;

    /** A JVM with a heap of 128 MiB, and what RocksDB takes beside it. */
    private static final long NODE_MIB = 320;

    private static final long KIB_IN_MIB = 1024;

    private static final String MEMORY = "proc/meminfo";
    private static final Pattern AVAILABLE = Pattern.compile("(?m)^MemAvailable:\\s+(\\d+) kB$");

    private final Bench bench;
    private final int number;
    private final Consumer<String> progress;
    private final List<OfOneSide> sides = new ArrayList<>();

    /** What one side has in it. */
    private final class OfOneSide {

        private final RunNotes notes;
        private final KeptOnce kept;
        private final Path scratch;
        private final List<LoadWindow> windows = new ArrayList<>();
        private final WarmUp warmUp;
        private final String commit;
        private NodeLogs logs;
        private RateLoad load;
        private WindowedLoad windowed;
        private Watch watch;

        OfOneSide(RunNotes notes, Path scratch, String commit) {
            this.notes = notes;
            this.scratch = scratch;
            this.commit = commit;
            this.warmUp = WarmUp.before(notes.plan(), notes.plan().load().warmUpSeconds(), true);
            this.kept = new KeptOnce("run", () -> bench.keep(notes, commit));
        }

        private void start(Path home, LoadGenerator generator)
                throws UsageException, NodeFailure, IOException, InterruptedException {
            logs = new NodeLogs(notes.folder().path());
            load = RateLoad.start(notes.plan(), home, generator, scratch, logs);
            watch = load.watch();
            notes.watchedBy(watch);
            load.prepare(progress);
            windowed = load.windows();
        }

        private WarmUp.Seen slice(int seconds) throws IOException, InterruptedException {
            boolean closed = notes.plan().load().isClosedLoop();
            if (windowed.pid() == 0) {
                RateLoad.Measured measured = load.load(notes.plan().load(), seconds);
                return closed ? measured.compiled() : measured.seen();
            }
            LoadWindow window = windowed.load(seconds);
            Window all = LoadWindow.together(List.of(window));
            double ofLoad =
                    notes.plan().loadsBesideNodes() ? LoadWindow.sum(List.of(window), LoadWindow::loadCpuSeconds) : 0;
            double cores = all.cpu() == null ? Double.NaN : (all.cpu().secondsWithoutCompilers() + ofLoad) / seconds;
            return new WarmUp.Seen(all.compilerShare(), closed ? Double.NaN : Figure.P50.of(window), cores);
        }

        private void tellWarmUp() {
            BenchPlan plan = notes.plan();
            if (plan.load().warmUpSeconds() > 0) {
                WarmUp.Reached reached = load.reached(warmUp);
                notes.warmedUp(reached);
                progress.accept(plan.program().name() + ": " + reached.sentence());
            }
        }

        /** What has to be known before the first window: which other processes belong to this comparison. */
        private void watchBeside(List<Long> others) {
            watch.besides(others);
            watch.loadedBy(windowed.pid());
        }

        /** On the machine of the nodes. */
        private List<Long> pids() {
            List<Long> pids = new ArrayList<>(load.cluster().pids());
            if (windowed.pid() != 0 && notes.plan().place().target() == null) {
                pids.add(windowed.pid());
            }
            return pids;
        }

        /** Returns whether it was held up. */
        private boolean measure() throws IOException, InterruptedException {
            int seconds = notes.plan().load().windowSeconds();
            // The clock on the wall goes on while a laptop sleeps.
            Instant longest = Instant.now().plusSeconds(seconds).plus(HELD_UP);
            windows.add(windowed.load(notes.plan().load().rate(), seconds, watch));
            boolean heldUp = Instant.now().isAfter(longest);
            keepSoFar(null);
            return heldUp;
        }

        private boolean isLastDisturbed() {
            return windows.get(windows.size() - 1).isDisturbed();
        }

        private void dropLast() {
            windows.remove(windows.size() - 1);
            watch.forgetLast();
        }

        private Run soFar() {
            return bench.run(notes, commit, Map.of());
        }

        private Run.Figures keepSoFar(Verified verified) {
            List<LoadWindow> now = List.copyOf(windows);
            Run.Figures figures = Run.Figures.of(notes.plan(), now, verified, watch.timeLine());
            notes.measuredInWindows(figures, now);
            notes.files().keepSoFar(windowed.printed());
            return figures;
        }

        private void endLoad() throws IOException, InterruptedException {
            windowed.end();
            watch.stop();
            notes.measured(keepSoFar(Verified.parse(windowed.printed())));
        }

        /** Ends what it has begun, each whatever became of the others. */
        private void close() throws IOException, InterruptedException {
            try {
                if (windowed != null) {
                    windowed.end();
                }
            } finally {
                if (watch != null) {
                    watch.close();
                }
                if (load != null) {
                    load.close();
                }
                if (logs != null) {
                    logs.close();
                }
                kept.keep();
            }
        }
    }

    /** @param number of this life: in every second one the last side comes first, in all that is done */
    Life(Bench bench, int number, Consumer<String> progress) {
        this.bench = bench;
        this.number = number;
        this.progress = progress;
    }

    /**
     * Those that live together: all, or each by itself where there is no memory for more.
     *
     * @param availableMiB for their nodes; 0 where the system does not report it
     */
    static List<List<BenchPlan>> groups(List<BenchPlan> plans, long availableMiB) {
        long needed = plans.stream().mapToLong(BenchPlan::nodes).sum() * NODE_MIB;
        return availableMiB == 0 || needed <= availableMiB
                ? List.of(plans)
                : plans.stream().map(List::of).toList();
    }

    /** On the machine of the nodes; 0 where the system does not report it. */
    static long availableMiB(Place place) throws IOException {
        String memory = place.nodes().read(List.of(MEMORY)).getOrDefault(MEMORY, "");
        Matcher available = AVAILABLE.matcher(memory);
        return available.find() ? Long.parseLong(available.group(1)) / KIB_IN_MIB : 0;
    }

    void start(List<BenchPlan> plans, Path home, LoadGenerator generator, Path scratch)
            throws UsageException, NodeFailure, IOException, InterruptedException {
        String commit = GitCommit.of(home);
        for (int i = 0; i < plans.size(); i++) {
            BenchPlan plan = plans.get(i);
            RunFolder folder = RunFolder.create(home, Instant.now(), plan.name());
            RunNotes notes = new RunNotes(plan, folder, LoadFiles.of(folder.path(), plan, generator));
            sides.add(new OfOneSide(notes, scratch.resolve("side-" + (i + 1)), commit));
        }
        for (OfOneSide side : inTurn(number)) {
            side.start(home, generator);
        }
        warmUp();
    }

    private void warmUp() throws IOException, InterruptedException {
        int most = sides.get(0).notes.plan().load().warmUpSeconds();
        if (most > 0) {
            progress.accept("warming up, each side for at most " + most + " s");
        }
        List<OfOneSide> cold = inTurn(number);
        cold.removeIf(side -> side.warmUp.isOver());
        try (Countdown countdown = new Countdown("warming up", progress)) {
            countdown.start(cold.size() * most);
            while (!cold.isEmpty()) {
                if (isRoomForAll(cold)) {
                    warmUpTogether(cold);
                } else {
                    for (OfOneSide side : cold) {
                        side.warmUp.goOn(side::slice);
                    }
                }
                cold.removeIf(side -> side.warmUp.isOver());
            }
        }
        sides.forEach(OfOneSide::tellWarmUp);
    }

    /** Whether each is as fast beside the others as it is alone. */
    private static boolean isRoomForAll(List<OfOneSide> cold) {
        double[] cores = cold.stream().mapToDouble(side -> side.warmUp.cores()).toArray();
        return isRoom(cores, cold.get(0).notes.plan().nodeProcessors());
    }

    /** @param cores how many processors each keeps busy; NaN where the system does not report it */
    static boolean isRoom(double[] cores, int processors) {
        return Arrays.stream(cores).sum() <= MOST_TOGETHER * processors;
    }

    private static void warmUpTogether(List<OfOneSide> cold) throws IOException, InterruptedException {
        ExecutorService threads = Executors.newFixedThreadPool(cold.size());
        try {
            List<Callable<Void>> slices = new ArrayList<>();
            for (OfOneSide side : cold) {
                slices.add(() -> {
                    side.warmUp.goOn(side::slice);
                    return null;
                });
            }
            for (Future<Void> slice : threads.invokeAll(slices)) {
                slice.get();
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException mistake) {
                throw mistake;
            }
            throw new IOException(Reason.of(e.getCause()), e.getCause());
        } finally {
            threads.shutdownNow();
        }
    }

    /**
     * A B A B …, and from the middle on B A B A …; in every second life the other way round. Sides change as often as possible, so
     * that slow changes of the machine cancel out.
     *
     * @param listener receives the runs so far after each round
     */
    void measure(Consumer<List<Run>> listener) throws IOException, InterruptedException {
        for (OfOneSide side : sides) {
            side.watchBeside(sides.stream()
                    .filter(other -> other != side)
                    .flatMap(other -> other.pids().stream())
                    .toList());
        }
        int planned = sides.get(0).notes.plan().load().windows();
        int rounds = planned;
        int dropped = 0;
        try (Countdown countdown = new Countdown("measuring", progress)) {
            countdown.start(sides.size() * sides.get(0).notes.plan().load().seconds());
            for (int round = 0; round < rounds; round++) {
                boolean heldUp = false;
                int half = round < planned ? 2 * round / planned : round;
                for (OfOneSide side : inTurn(number + half)) {
                    heldUp |= side.measure();
                }
                if (heldUp && dropped < MOST_AGAIN * planned) {
                    sides.forEach(OfOneSide::dropLast);
                    dropped++;
                    rounds++;
                    continue;
                }
                if (sides.stream().anyMatch(OfOneSide::isLastDisturbed)
                        && rounds - dropped - planned < MOST_AGAIN * planned) {
                    rounds++;
                }
                listener.accept(sides.stream().map(OfOneSide::soFar).toList());
            }
        }
        if (dropped > 0) {
            progress.accept("left out " + dropped + (dropped == 1 ? " round" : " rounds")
                    + ", since a window took much longer than it should: did the machine sleep?");
        }
        for (OfOneSide side : sides) {
            side.endLoad();
        }
    }

    private List<OfOneSide> inTurn(int time) {
        List<OfOneSide> order = new ArrayList<>(sides);
        if (time % 2 != 0) {
            Collections.reverse(order);
        }
        return order;
    }

    void profile(ProfilePlan plan) throws InterruptedException {
        for (OfOneSide side : sides) {
            BenchPlan measured = side.notes.plan();
            int seconds = Math.min(measured.load().seconds(), MOST_PROFILED_SECONDS);
            BenchPlan profiled = measured.with(measured.load().lasting(seconds));
            bench.profile(side.notes, profiled, plan, side.load, side.scratch);
        }
    }

    List<RunFolder> folders() {
        return sides.stream().map(side -> side.notes.folder()).toList();
    }

    void failed(Throwable e) {
        sides.forEach(side -> side.notes.failed(e));
    }

    /** Ends all of them, and keeps what they have measured. */
    void close() throws IOException, InterruptedException {
        Deque<OfOneSide> left = new ArrayDeque<>(sides);
        close(left);
    }

    private static void close(Deque<OfOneSide> left) throws IOException, InterruptedException {
        if (!left.isEmpty()) {
            try {
                left.pop().close();
            } finally {
                close(left);
            }
        }
    }
}
