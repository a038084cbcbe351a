package kvlab.wrk2;

import java.io.IOException;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.HdrHistogram.Histogram;

/** One run: for each thread a script and an event loop, and the sum of what they measured. */
final class LoadRun implements Script.Host, EventLoop.Watcher {

    private final LoadOptions options;
    private final PrintStream out;
    private final Progress progress;
    private final Orders orders;

    private final InetSocketAddress[] addresses;
    private final List<Script> scripts = new ArrayList<>();
    private final List<EventLoop> loops = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final List<LoadResult.Calibration> calibrations = new ArrayList<>();

    private final AtomicReference<String> firstTrouble = new AtomicReference<>();
    private volatile boolean interrupted;
    private volatile Throwable failure;
    private Stats latencyStats;
    private Stats rateStats;

    /** @param orders tell of windows, when the options ask for them */
    LoadRun(LoadOptions options, PrintStream out, Progress progress, Orders orders) {
        this.options = options;
        this.out = out;
        this.progress = progress;
        this.orders = orders;
        addresses = new InetSocketAddress[options.threads()];
    }

    /**
     * Loads the target until the time is over or somebody interrupts, and lets the script have the last word.
     *
     * @return what was measured, already printed
     */
    LoadResult run() throws ScriptFailure, IOException, InterruptedException {
        try (Script main = Script.load(options, this)) {
            main.resolve(options.target());
            build(main);
            main.flush();
            LoadResult result = options.windows() ? windows() : whole();
            latencyStats = new LatencyStats(result.latency());
            rateStats = new RateStats(result.rates());
            if (!options.windows()) {
                TextReport.print(result, out);
            }
            out.flush();
            if (main.defines("done")) {
                main.done(result);
                main.flush();
            }
            return result;
        } finally {
            scripts.forEach(Script::close);
        }
    }

    /** Ends the run now; from any thread. */
    void interrupt() {
        interrupted = true;
        orders.end();
        synchronized (loops) {
            loops.forEach(EventLoop::stop);
        }
    }

    private LoadResult whole() throws ScriptFailure, IOException, InterruptedException {
        out.println(TextReport.running(options));
        out.println(TextReport.threadsAndConnections(options));
        return loading(() -> load(options.rate(), options.durationSeconds(), true));
    }

    private LoadResult windows() throws ScriptFailure, IOException, InterruptedException {
        orders.begin();
        return loading(() -> {
            LoadResult all = LoadResult.none(options);
            for (Orders.Order order = orders.next(); order != null && !interrupted; order = orders.next()) {
                long rate = order.rate() == 0 ? options.rate() : order.rate();
                LoadResult window = load(rate, order.seconds(), false);
                out.println(JsonReport.window(window));
                out.flush();
                all = all.plus(window);
            }
            requireNoFailure();
            return all;
        });
    }

    /** Something that loads. */
    private interface Loading {
        LoadResult perform() throws ScriptFailure, IOException, InterruptedException;
    }

    /** All is built before anything starts: no thread waits for another's script, and the time is that of the load alone. */
    private LoadResult loading(Loading loading) throws ScriptFailure, IOException, InterruptedException {
        try {
            for (EventLoop loop : loops) {
                Thread thread = new Thread(loop::run, "load-" + (threads.size() + 1));
                threads.add(thread);
                thread.start();
            }
            return loading.perform();
        } finally {
            loops.forEach(EventLoop::stop);
            for (Thread thread : threads) {
                thread.join();
            }
        }
    }

    private LoadResult load(long rate, long seconds, boolean isAll)
            throws ScriptFailure, IOException, InterruptedException {
        Counts before = Counts.of(loops);
        Own ownBefore = Own.now();
        Instant started = Instant.now();
        long start = System.nanoTime();
        long stopAt = start + TimeUnit.SECONDS.toNanos(seconds);
        double ratePerConnection = (double) rate / options.connections();
        CountDownLatch ended = new CountDownLatch(loops.size());
        for (int i = 0; i < loops.size(); i++) {
            // Threads send in turn, too.
            long late = isAll ? 0 : i * 1_000_000_000L / rate;
            loops.get(i).load(new EventLoop.Window(start + late, stopAt, ratePerConnection, isAll, ended));
        }
        List<Second> timeline = watch(start, stopAt, ended);
        long now = System.nanoTime();
        interrupted |= now < stopAt;
        requireNoFailure();
        // A window is over when its last request is due, however late the answers come.
        long end = isAll ? now : Math.min(now, stopAt);
        return sum(before, ownBefore, started, rate, (end - start) / 1_000, timeline);
    }

    private void requireNoFailure() throws ScriptFailure, IOException {
        if (failure instanceof ScriptFailure e) {
            throw e;
        }
        if (failure != null) {
            throw new IOException("the load failed: " + failure, failure);
        }
    }

    private void build(Script main) throws ScriptFailure, IOException {
        EventLoop.Plan plan = null;
        for (int i = 0; i < options.threads(); i++) {
            Script script = Script.load(options, this);
            scripts.add(script);
            main.setup(i);
            script.init(i, options.target().url(), options.scriptArguments());
            if (plan == null) {
                plan = plan(script);
            }
            EventLoop loop = new EventLoop(plan, share(i), script, addresses[i], this);
            synchronized (loops) {
                loops.add(loop);
                if (interrupted) {
                    loop.stop();
                }
            }
        }
    }

    /** How many of the connections a thread gets: wrk2 drops what is left over, here the first ones take one more. */
    private int share(int thread) {
        int each = options.connections() / options.threads();
        return thread < options.connections() % options.threads() ? each + 1 : each;
    }

    /** Makes the first thread's first request to look at it, and does not send it: so does wrk2. */
    private EventLoop.Plan plan(Script script) throws ScriptFailure {
        ByteBuffer window = script.request();
        byte[] first = new byte[window.remaining()];
        window.get(first);
        try {
            return new EventLoop.Plan(
                    TimeUnit.SECONDS.toNanos(options.timeoutSeconds()),
                    options.lastOfBatch(),
                    options.wrk2Timer(),
                    Requests.in(first, 0, first.length),
                    script.defines("request"),
                    script.defines("response"));
        } catch (MalformedRequest e) {
            throw new ScriptFailure(e.getMessage());
        }
    }

    // ---- while it runs

    private List<Second> watch(long start, long stopAt, CountDownLatch ended) throws InterruptedException {
        Timeline timeline = new Timeline(loops);
        long second = TimeUnit.SECONDS.toNanos(1);
        // What is left of the last second belongs to the one before.
        for (long next = start + second; next + second / 2 < stopAt; next += second) {
            if (ended.await(next - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                break;
            }
            timeline.tick();
            progress.show(timeline, next - start);
        }
        ended.await();
        timeline.tick();
        progress.clear();
        return timeline.seconds();
    }

    @Override
    public void calibrated(LoadResult.Calibration calibration) {
        synchronized (calibrations) {
            calibrations.add(calibration);
            progress.println(out, TextReport.calibration(calibration));
        }
    }

    @Override
    public void failed(Throwable e) {
        if (failure == null) {
            failure = e;
        }
        interrupt();
    }

    @Override
    public void trouble(String what) {
        firstTrouble.compareAndSet(null, what);
    }

    /** The first thing that went wrong with a connection, or null. */
    String firstTrouble() {
        return firstTrouble.get();
    }

    // ---- what came out

    private LoadResult sum(
            Counts before, Own ownBefore, Instant started, long rate, long micros, List<Second> timeline) {
        return new LoadResult(
                options,
                rate,
                started,
                micros,
                Counts.of(loops).since(before),
                merged(EventLoop::latency),
                merged(EventLoop::uncorrected),
                merged(EventLoop::lateness),
                loops.stream()
                        .flatMapToLong(loop -> Arrays.stream(loop.rates()))
                        .toArray(),
                List.copyOf(calibrations),
                timeline,
                interrupted,
                Own.now().plus(ownBefore, -1));
    }

    private Histogram merged(Function<EventLoop, Histogram> part) {
        Histogram all = EventLoop.newHistogram();
        loops.forEach(loop -> all.add(part.apply(loop)));
        return all;
    }

    // ---- what scripts ask

    @Override
    public Script stateOf(int thread) {
        return scripts.get(thread);
    }

    @Override
    public InetSocketAddress address(int thread) {
        return addresses[thread];
    }

    @Override
    public void setAddress(int thread, InetSocketAddress address) {
        addresses[thread] = address;
    }

    @Override
    public void stop(int thread) {
        synchronized (loops) {
            if (thread < loops.size()) {
                loops.get(thread).stop();
            }
        }
    }

    @Override
    public Stats statistics(String which) {
        return which.equals("latency") ? latencyStats : rateStats;
    }
}
