package kvlab.wrk2;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;

/**
 * One thread of the load, with its connections, its script and its histograms.
 *
 * <p>The problem: whatever this thread does between two requests is measured as if the server had done it. So it shares
 * nothing with other threads that one of them could wait for, and makes no garbage for a request that is always the same.
 */
final class EventLoop {

    /** A day, as in wrk2: the histogram's limit in microseconds. */
    static final long LONGEST = 86_400_000_000L;

    static final int DIGITS = 3;

    private static final int RECEIVE = 64 * 1024;
    private static final int SEND = 4 * 1024;
    private static final long STAGGER = TimeUnit.MILLISECONDS.toNanos(5);
    private static final long CALIBRATION = TimeUnit.SECONDS.toNanos(10);
    private static final long INTERVAL = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long SHORTEST_INTERVAL_MILLIS = 10;

    private final Plan plan;
    private final int size;
    private final Script script;
    private final InetSocketAddress address;
    private final Watcher watcher;

    private final Waiting waiting;
    private final Consumer<SelectionKey> ready = this::ready;
    private final PriorityQueue<Timer> timers = new PriorityQueue<>(Timer.BY_TIME);
    private final List<Connection> connections = new ArrayList<>();
    private final ByteBuffer receive = ByteBuffer.allocateDirect(RECEIVE);
    private final byte[] received = new byte[RECEIVE];
    private ByteBuffer fixedRequest;

    private final Tally tally = new Tally();
    private final Histogram latency = newHistogram();
    private final Histogram uncorrected = newHistogram();
    private final Histogram lateness = newHistogram();
    private final SingleWriterRecorder passing = new SingleWriterRecorder(1, LONGEST, DIGITS);
    private final RateSamples rates = new RateSamples();
    private final Chore sampling = new Chore(INTERVAL, this::sample);
    private final Chore timeouts = new Chore(INTERVAL, this::checkTimeouts);
    private final Chore pulse = new Chore(0, this::feelPulse);

    /** The one to begin with; null when that has been done. */
    private final AtomicReference<Window> next = new AtomicReference<>();

    private Window window;
    private long inTime;
    private volatile boolean resting = true;
    private volatile long due;
    private volatile long late;
    private volatile long open;
    private volatile boolean stopped;
    private volatile boolean ended;

    /**
     * What a loop has to do.
     *
     * @param timeout of a request
     * @param pipeline the requests that the script makes at once
     * @param dynamic whether the script makes each request anew
     * @param wantsResponses whether the script looks at the answers
     */
    record Plan(
            long timeout,
            boolean onlyLastOfBatch,
            boolean wrk2Timer,
            Requests pipeline,
            boolean dynamic,
            boolean wantsResponses) {}

    /**
     * From when to when to load.
     *
     * @param ratePerConnection requests a second
     * @param isAll whether there is no other: then connections are made 5 ms apart, there is a time for calibration, and the
     *     end is the end. Otherwise they send evenly spread, and answers that are due at the end are waited for.
     * @param ended is told that it is over
     */
    record Window(long start, long stopAt, double ratePerConnection, boolean isAll, CountDownLatch ended) {

        /** When the connection of that number sends first. */
        private long start(int connection, int size) {
            double spread = 1e9 / ratePerConnection / size;
            return start + (long) (connection * (isAll ? STAGGER : spread));
        }
    }

    /** Who is told what happens here. */
    interface Watcher {

        void calibrated(LoadResult.Calibration calibration);

        void failed(Throwable failure);

        /** Something went wrong with a connection; the load goes on. */
        void trouble(String what);
    }

    /** Something done once, or again and again. */
    private final class Chore extends Timer {

        private final LongConsumer what;
        private long every;

        Chore(long every, LongConsumer what) {
            this.every = every;
            this.what = what;
        }

        @Override
        void fire(long now) {
            what.accept(now);
            if (every > 0) {
                fireAt(this, now + every);
            }
        }
    }

    /** @param size how many connections */
    EventLoop(Plan plan, int size, Script script, InetSocketAddress address, Watcher watcher) throws IOException {
        this.plan = plan;
        this.size = size;
        this.script = script;
        this.address = address;
        this.watcher = watcher;
        waiting = plan.wrk2Timer() ? new Wrk2Waiting() : Waiting.precise();
    }

    static Histogram newHistogram() {
        return new Histogram(1, LONGEST, DIGITS);
    }

    /** Loads when it is told to, until it is stopped. */
    void run() {
        try {
            fireAt(timeouts, System.nanoTime());
            while (!stopped) {
                Window told = next.getAndSet(null);
                if (told != null) {
                    begin(told);
                }
                step();
                if (window != null && resting && isQuiet()) {
                    end();
                }
            }
        } catch (Throwable e) {
            fail(e);
        } finally {
            close();
        }
    }

    private void step() throws IOException, ScriptFailure {
        long now = System.nanoTime();
        while (!stopped && timers.peek().at() - now <= 0) {
            Timer timer = timers.poll();
            timer.unset();
            timer.fire(now);
        }
        if (!stopped) {
            waiting.select(ready, System.nanoTime(), timers.peek().at());
        }
    }

    private void begin(Window told) throws ScriptFailure {
        window = told;
        if (!plan.dynamic() && fixedRequest == null) {
            fixedRequest = copy(script.request(), null);
        }
        while (connections.size() < size) {
            connections.add(new Connection(this, plan.wantsResponses()));
        }
        resting = false;
        latency.reset();
        uncorrected.reset();
        lateness.reset();
        for (int i = 0; i < size; i++) {
            // Not all at once: a server would get the first requests in one burst.
            connections.get(i).beginAnew(told.start(i, size));
        }
        rates.restart(told.start, tally.answered.get());
        sampling.every = INTERVAL;
        fireAt(sampling, told.start + INTERVAL);
        fireAt(pulse, told.start + INTERVAL);
        if (told.isAll) {
            fireAt(new Chore(0, this::calibrate), told.start + CALIBRATION + size * STAGGER);
        }
        fireAt(new Chore(0, at -> rest()), told.stopAt);
    }

    /** What becomes due between the end and its being noticed is nobody's. */
    private void rest() {
        resting = true;
        inTime = tally.answered.get();
        if (window.isAll) {
            stopped = true;
        }
    }

    /** Whether all answers have come, or been waited for long enough. */
    private boolean isQuiet() {
        return System.nanoTime() - window.stopAt > plan.timeout()
                || connections.stream().noneMatch(Connection::isBusy);
    }

    /** Ends a window, or what there was of it. */
    private void end() {
        long now = System.nanoTime();
        long endedAt = now - window.stopAt < 0 ? now : window.stopAt;
        checkTimeouts(window.isAll ? endedAt : now);
        due = connections.stream()
                .mapToLong(connection -> connection.dueBefore(endedAt))
                .sum();
        late = resting ? tally.answered.get() - inTime : 0;
        open = connections.stream().mapToLong(Connection::open).sum();
        connections.stream().filter(Connection::isBusy).forEach(Connection::giveUp);
        window.ended.countDown();
        window = null;
    }

    private void close() {
        if (window != null) {
            end();
        }
        ended = true;
        endUnbegun();
        connections.forEach(Connection::close);
        try {
            waiting.close();
        } catch (IOException e) {
            fail(e);
        }
    }

    /** A window that is never begun ends, too, and nothing came of it. */
    private void endUnbegun() {
        Window unbegun = next.getAndSet(null);
        if (unbegun != null) {
            due = 0;
            late = 0;
            open = 0;
            latency.reset();
            uncorrected.reset();
            lateness.reset();
            unbegun.ended.countDown();
        }
    }

    /** From any thread, when the last window has ended. */
    void load(Window told) {
        next.set(told);
        waiting.selector().wakeup();
        if (ended) {
            endUnbegun();
        }
    }

    /** From any thread. */
    void stop() {
        stopped = true;
        waiting.selector().wakeup();
    }

    /** Whether nothing is to be sent. */
    boolean isResting() {
        return resting;
    }

    /** Whether a schedule begins when its connection does, as in wrk2. Otherwise it begins with the window. */
    boolean isOnlyWindow() {
        return window.isAll;
    }

    double ratePerConnection() {
        return window.ratePerConnection;
    }

    private void sample(long now) {
        if (!resting) {
            rates.sample(now, tally.answered.get());
        }
    }

    /** Measures how late this thread is. The beats are even in time, so a thread that slept through several is late for each. */
    private void feelPulse(long now) {
        if (!resting) {
            lateness.recordValue(Math.min((now - pulse.at()) / 1_000, LONGEST));
            fireAt(pulse, pulse.at() + INTERVAL);
        }
    }

    void trouble(Exception e) {
        watcher.trouble(e instanceof IOException io ? Reason.of(io) : e.getMessage());
    }

    private void fail(Throwable failure) {
        stopped = true;
        watcher.failed(failure);
    }

    private void ready(SelectionKey key) {
        try {
            ((Connection) key.attachment()).ready();
        } catch (ScriptFailure e) {
            fail(e);
        }
    }

    private void checkTimeouts(long now) {
        for (Connection connection : connections) {
            connection.checkTimeout(now, plan.timeout());
        }
    }

    /** What came before is warming up: the latencies start anew, the totals go on. */
    private void calibrate(long now) {
        if (latency.getTotalCount() == 0) {
            fireAt(new Chore(0, this::calibrate), now + CALIBRATION);
            return;
        }
        LatencyStats before = new LatencyStats(latency);
        long interval = (long) Math.max(SHORTEST_INTERVAL_MILLIS, 2 * before.percentile(90) / 1_000);
        LoadResult.Calibration calibration = new LoadResult.Calibration((long) before.mean(), interval);
        latency.reset();
        uncorrected.reset();
        rates.restart(now, tally.answered.get());
        sampling.every = TimeUnit.MILLISECONDS.toNanos(interval);
        fireAt(sampling, now + sampling.every);
        watcher.calibrated(calibration);
    }

    // ---- what its connections need

    void fireAt(Timer timer, long nanos) {
        if (timer.isSet()) {
            timers.remove(timer);
        }
        timer.set(nanos);
        timers.add(timer);
    }

    void fireAfter(Timer timer, long now, long nanos) {
        fireAt(timer, nanos == 0 ? now : waiting.wakeAt(now, nanos));
    }

    Plan plan() {
        return plan;
    }

    InetSocketAddress address() {
        return address;
    }

    Selector selector() {
        return waiting.selector();
    }

    Tally tally() {
        return tally;
    }

    /**
     * What to send next.
     *
     * @param buffer that of the last time, to be used again
     */
    ByteBuffer nextRequest(ByteBuffer buffer) throws ScriptFailure {
        if (plan.dynamic()) {
            return copy(script.request(), buffer);
        }
        return buffer == null ? fixedRequest.duplicate() : buffer.rewind();
    }

    /** The script's memory is overwritten by its next request. */
    private static ByteBuffer copy(ByteBuffer from, ByteBuffer to) {
        ByteBuffer target = to == null || to.capacity() < from.remaining()
                ? ByteBuffer.allocateDirect(Math.max(SEND, from.remaining()))
                : to.clear();
        return target.put(from).flip();
    }

    /** Reads what there is, up to one buffer full, into {@link #received}; -1 at the end of the stream. */
    int read(SocketChannel channel) throws IOException {
        int length = channel.read(receive.clear());
        if (length > 0) {
            receive.get(0, received, 0, length);
            tally.bytes.add(length);
        }
        return length;
    }

    byte[] received() {
        return received;
    }

    void count(ResponseReader response) throws ScriptFailure {
        tally.answered.add(1);
        if (response.status() >= 400) {
            tally.statusErrors.add(1);
        }
        if (plan.wantsResponses()) {
            script.response(response);
        }
    }

    void record(long sinceDue, long sinceSent) {
        long micros = Math.min(sinceDue / 1_000, LONGEST);
        latency.recordValue(micros);
        passing.recordValue(micros);
        uncorrected.recordValue(Math.min(sinceSent / 1_000, LONGEST));
    }

    // ---- what it measured: the tally and the passing second while it runs, the rest when it has ended

    /** The latencies since the last call. */
    Histogram passing(Histogram recycled) {
        return passing.getIntervalHistogram(recycled);
    }

    Histogram latency() {
        return latency;
    }

    Histogram uncorrected() {
        return uncorrected;
    }

    /** How late this thread itself was, in microseconds. */
    Histogram lateness() {
        return lateness;
    }

    long[] rates() {
        return rates.toArray();
    }

    /** Answers that came after the end of the last window. */
    long late() {
        return late;
    }

    /** Of the last window. */
    long open() {
        return open;
    }

    /** In the last window. */
    long due() {
        return due;
    }
}
