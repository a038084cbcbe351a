package kvlab.wrk2;

import java.util.List;
import java.util.function.ToLongFunction;

/**
 * What a run, or a window, has counted.
 *
 * @param due how many requests the schedule asked for until the end
 * @param sent how many were sent
 * @param answered how many answers came
 * @param late how many of these came after the end of a window
 * @param open how many requests had none when the run ended
 * @param bytes read
 * @param reconnects how often a connection that the server had ended was made again
 */
record Counts(long due, long sent, long answered, long late, long open, long bytes, long reconnects, Errors errors) {

    static final Counts NONE = new Counts(0, 0, 0, 0, 0, 0, 0, new Errors(0, 0, 0, 0, 0));

    /** Up to now, but for what is due, late and open: these are of the last window. */
    static Counts of(List<EventLoop> loops) {
        return new Counts(
                sum(loops, EventLoop::due),
                sum(loops, loop -> loop.tally().sent.get()),
                sum(loops, loop -> loop.tally().answered.get()),
                sum(loops, EventLoop::late),
                sum(loops, EventLoop::open),
                sum(loops, loop -> loop.tally().bytes.get()),
                sum(loops, loop -> loop.tally().reconnects.get()),
                new Errors(
                        sum(loops, loop -> loop.tally().connectErrors.get()),
                        sum(loops, loop -> loop.tally().readErrors.get()),
                        sum(loops, loop -> loop.tally().writeErrors.get()),
                        sum(loops, loop -> loop.tally().statusErrors.get()),
                        sum(loops, loop -> loop.tally().timeouts.get())));
    }

    private static long sum(List<EventLoop> loops, ToLongFunction<EventLoop> figure) {
        return loops.stream().mapToLong(figure).sum();
    }

    /** What came of the last window. */
    Counts since(Counts before) {
        return new Counts(
                due,
                sent - before.sent,
                answered - before.answered,
                late,
                open,
                bytes - before.bytes,
                reconnects - before.reconnects,
                errors.plus(before.errors, -1));
    }

    Counts plus(Counts other) {
        return new Counts(
                due + other.due,
                sent + other.sent,
                answered + other.answered,
                late + other.late,
                open + other.open,
                bytes + other.bytes,
                reconnects + other.reconnects,
                errors.plus(other.errors, 1));
    }
}
