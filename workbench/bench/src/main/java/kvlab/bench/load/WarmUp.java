package kvlab.bench.load;

import java.io.IOException;
import java.util.Locale;
import kvlab.bench.wrk2.NothingAnsweredException;

/**
 * A JVM that is loaded for the first time compiles, and a compiler takes from two cores what the server would have had.
 * How long that lasts depends on the server and the machine, so it is measured: load goes on until the compilers have all but
 * come to rest, and, where latency is asked for, until it stays the same. Where the system does not tell, it goes on for all of the time that is given.
 */
public final class WarmUp {

    private static final int SLICE_SECONDS = 3;
    private static final int QUIET_SLICES = 2;

    /** What it takes to see that nothing is left to be done. */
    static final int LEAST_SECONDS = QUIET_SLICES * SLICE_SECONDS;

    /**
     * A profiler that arrives makes JVMs compile anew what they run, though they were warm. In comparisons of stages 3 and 4
     * on two cores they were done with that after 9 s.
     */
    static final int AGAIN_SECONDS = 9;

    /** A node that has just started may need longer for its first answer than a short warm-up lasts. */
    private static final int FIRST_ANSWER_SECONDS = 60;

    static final double QUIET = 0.02;

    /** Where windows of load follow: one in which a compiler is busy again is left out. */
    private static final double QUIET_BEFORE_WINDOWS = 0.06;

    /** Two medians that differ by less are the same. */
    private static final double SAME = 0.25;

    private final int seconds;
    private final double quietShare;
    private int done;
    private int quiet;
    private boolean answered;
    private Seen last = new Seen(Double.NaN, Double.NaN, 0);

    /** @param seconds at most */
    WarmUp(int seconds, double quietShare) {
        this.seconds = seconds;
        this.quietShare = quietShare;
    }

    /** Some seconds of load. */
    public interface Slice {
        Seen load(int seconds) throws IOException, InterruptedException;
    }

    /**
     * What was seen of it.
     *
     * @param compilerShare what of the server's CPU time went into compilation, or NaN if nobody knows
     * @param medianMillis the latency of half of the requests, or NaN if nobody cares
     * @param cores how many processors the requests kept busy, without the compilers; NaN if unknown
     */
    public record Seen(double compilerShare, double medianMillis, double cores) {

        public Seen(double compilerShare, double medianMillis) {
            this(compilerShare, medianMillis, Double.NaN);
        }

        private boolean isQuietAfter(Seen before, double quietShare) {
            return compilerShare < quietShare && !(Math.abs(medianMillis - before.medianMillis) > SAME * medianMillis);
        }
    }

    /**
     * What was reached.
     *
     * @param compiling what of the server's CPU time the compilers took in the last slice, or NaN
     * @param engine what loaded, when it is not what measures; null otherwise
     */
    public record Reached(int seconds, boolean settled, double compiling, String engine) {

        Reached by(String otherEngine) {
            return new Reached(seconds, settled, compiling, otherEngine);
        }

        public boolean known() {
            return !Double.isNaN(compiling);
        }

        public String sentence() {
            if (!known()) {
                return "warmed up for " + seconds + " s; this system does not tell whether JIT compilation has settled";
            }
            if (settled) {
                return "JIT compilation settled after " + seconds + " s";
            }
            return compiling < QUIET
                    ? "not settled after " + seconds + " s: latency still changed, or compilation had just ended"
                    : String.format(Locale.ROOT, "still compiling (%.0f %%) after %d s", 100 * compiling, seconds);
        }
    }

    /** On a busy machine, nodes that have just started may answer nothing within a smoke run, so that one begins after an answer. */
    public static WarmUp before(BenchPlan plan, int seconds, boolean windowsFollow) {
        boolean none = seconds == 0 && !Scale.isSmoke(plan.load().seconds());
        WarmUp warmUp = new WarmUp(Math.max(1, seconds), windowsFollow ? QUIET_BEFORE_WINDOWS : QUIET);
        warmUp.answered = none;
        warmUp.done = none ? 1 : 0;
        return warmUp;
    }

    void toTheEnd(Slice load) throws IOException, InterruptedException {
        while (!isOver()) {
            goOn(load);
        }
    }

    public boolean isOver() {
        return answered && (done >= seconds || quiet == QUIET_SLICES);
    }

    /** For the next few seconds. */
    public void goOn(Slice load) throws IOException, InterruptedException {
        int slice = done < seconds ? Math.min(SLICE_SECONDS, seconds - done) : SLICE_SECONDS;
        done += slice;
        try {
            Seen seen = load.load(slice);
            answered = true;
            quiet = seen.isQuietAfter(last, quietShare) ? quiet + 1 : 0;
            last = seen;
        } catch (NothingAnsweredException e) {
            if (done >= FIRST_ANSWER_SECONDS) {
                throw e;
            }
        }
    }

    /** The processors that the load keeps busy, without the compilers: 0 before the first slice, NaN if unknown. */
    public double cores() {
        return last.cores();
    }

    Reached reached() {
        return new Reached(done, quiet == QUIET_SLICES, last.compilerShare(), null);
    }
}
