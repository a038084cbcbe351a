package kvlab.wrk2;

import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.HdrHistogram.Histogram;

/** One run: for each thread a script and an event loop, and the sum of what they measured. */
final class LoadRun implements Script.Host, EventLoop.Watcher {

    private final LoadOptions options;
    private final PrintStream out;
    private final Progress progress;

    private final InetSocketAddress[] addresses;
    private final List<Script> scripts = new ArrayList<>();
    private final List<EventLoop> loops = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final List<LoadResult.Calibration> calibrations = new ArrayList<>();

    private final AtomicReference<String> firstTrouble = new AtomicReference<>();
    private volatile boolean interrupted;
    private volatile Throwable failure;
    private LoadResult result;
    private Stats latencyStats;
    private Stats rateStats;

    LoadRun(LoadOptions options, PrintStream out, Progress progress) {
        this.options = options;
        this.out = out;
        this.progress = progress;
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
            load(main);
            TextReport.print(result, out);
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
        synchronized (loops) {
            loops.forEach(EventLoop::stop);
        }
    }

    /** All is built before anything starts: no thread waits for another's script, and the time is that of the load alone. */
    private void load(Script main) throws ScriptFailure, IOException, InterruptedException {
        build(main);
        main.flush();
        out.println(TextReport.running(options));
        out.println(TextReport.threadsAndConnections(options));
        Instant started = Instant.now();
        long start = System.nanoTime();
        long stopAt = start + TimeUnit.SECONDS.toNanos(options.durationSeconds());
        List<Second> timeline;
        try {
            for (EventLoop loop : loops) {
                Thread thread = new Thread(() -> loop.run(start, stopAt), "load-" + (threads.size() + 1));
                threads.add(thread);
                thread.start();
            }
            timeline = watch(start, stopAt);
        } finally {
            loops.forEach(EventLoop::stop);
            join();
        }
        long end = System.nanoTime();
        interrupted |= end < stopAt;
        if (failure instanceof ScriptFailure e) {
            throw e;
        }
        if (failure != null) {
            throw new IOException("the load failed: " + failure, failure);
        }
        result = sum(started, (end - start) / 1_000, timeline);
        latencyStats = new LatencyStats(result.latency());
        rateStats = new RateStats(result.rates());
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
                    (double) options.rate() / options.connections(),
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

    private List<Second> watch(long start, long stopAt) throws InterruptedException {
        Timeline timeline = new Timeline(loops);
        long second = TimeUnit.SECONDS.toNanos(1);
        // What is left of the last second belongs to the one before.
        for (long next = start + second; next + second / 2 < stopAt; next += second) {
            if (joinUntil(next)) {
                break;
            }
            timeline.tick();
            progress.show(timeline, next - start);
        }
        join();
        timeline.tick();
        progress.clear();
        return timeline.seconds();
    }

    /** Returns whether all threads have ended. */
    private boolean joinUntil(long moment) throws InterruptedException {
        for (Thread thread : threads) {
            long nanos = moment - System.nanoTime();
            if (nanos > 0) {
                TimeUnit.NANOSECONDS.timedJoin(thread, nanos);
            }
            if (thread.isAlive()) {
                return false;
            }
        }
        return true;
    }

    private void join() throws InterruptedException {
        for (Thread thread : threads) {
            thread.join();
        }
    }

    @Override
    public void calibrated(LoadResult.Calibration calibration) {
        synchronized (calibrations) {
            calibrations.add(calibration);
            progress.clear();
            out.println(TextReport.calibration(calibration));
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

    private LoadResult sum(Instant started, long micros, List<Second> timeline) {
        return new LoadResult(
                options,
                started,
                micros,
                total(EventLoop::due),
                total(loop -> loop.tally().sent.get()),
                total(loop -> loop.tally().answered.get()),
                total(EventLoop::open),
                total(loop -> loop.tally().bytes.get()),
                total(loop -> loop.tally().reconnects.get()),
                new Errors(
                        total(loop -> loop.tally().connectErrors.get()),
                        total(loop -> loop.tally().readErrors.get()),
                        total(loop -> loop.tally().writeErrors.get()),
                        total(loop -> loop.tally().statusErrors.get()),
                        total(loop -> loop.tally().timeouts.get())),
                merged(EventLoop::latency),
                merged(EventLoop::uncorrected),
                loops.stream()
                        .flatMapToLong(loop -> Arrays.stream(loop.rates()))
                        .toArray(),
                List.copyOf(calibrations),
                timeline,
                interrupted,
                garbage(GarbageCollectorMXBean::getCollectionCount),
                garbage(GarbageCollectorMXBean::getCollectionTime));
    }

    private long total(ToLongFunction<EventLoop> figure) {
        return loops.stream().mapToLong(figure).sum();
    }

    private Histogram merged(Function<EventLoop, Histogram> part) {
        Histogram all = EventLoop.newHistogram();
        loops.forEach(loop -> all.add(part.apply(loop)));
        return all;
    }

    private static long garbage(ToLongFunction<GarbageCollectorMXBean> figure) {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                .mapToLong(figure)
                .sum();
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
