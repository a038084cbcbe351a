package kvlab.wrk2;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/** What happens second by second, as long as the run lasts. */
final class Timeline {

    private final List<EventLoop> loops;
    private final List<Second> seconds = new ArrayList<>();
    private final Histogram[] recycled;
    private final Histogram sum = EventLoop.newHistogram();
    private final Histogram soFar = EventLoop.newHistogram();
    private long sent;
    private long answered;
    private long errors;

    Timeline(List<EventLoop> loops) {
        this.loops = loops;
        recycled = new Histogram[loops.size()];
    }

    /** Ends a second. */
    void tick() {
        long nowSent = 0;
        long nowAnswered = 0;
        long nowErrors = 0;
        sum.reset();
        for (int i = 0; i < recycled.length; i++) {
            EventLoop loop = loops.get(i);
            Errors all = loop.tally().errors();
            nowSent += loop.tally().sent.get();
            nowAnswered += loop.tally().answered.get();
            nowErrors += all.connect() + all.read() + all.write() + all.status() + all.timeout();
            recycled[i] = loop.passing(recycled[i]);
            sum.add(recycled[i]);
        }
        soFar.add(sum);
        seconds.add(new Second(
                seconds.size() + 1,
                nowSent - sent,
                nowAnswered - answered,
                nowErrors - errors,
                sum.getValueAtPercentile(50),
                sum.getValueAtPercentile(99),
                sum.getMaxValue()));
        sent = nowSent;
        answered = nowAnswered;
        errors = nowErrors;
    }

    List<Second> seconds() {
        return List.copyOf(seconds);
    }

    Second last() {
        return seconds.get(seconds.size() - 1);
    }

    long errors() {
        return errors;
    }

    /** Latencies of the whole run, in microseconds. */
    Histogram soFar() {
        return soFar;
    }
}
