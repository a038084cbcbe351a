package kvlab.bench.lint;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import kvlab.bench.load.Options;
import kvlab.bench.wrk2.Verified;

/**
 * Finds the faults that make a figure worthless, and says what to do about each. In public reports of the course, one run of
 * four did not sustain its rate, and its figures look like any others.
 */
public final class Lint {

    /** What of the requests that were due has to be answered. */
    public static final double HELD = 0.99;

    private static final double ACCEPTED_BAD = 0.001;

    /** An overloaded server may refuse some requests. */
    private static final double ACCEPTED_OVERLOADED = 0.01;

    private static final double SATURATED_MILLIS = 100;
    private static final double ACCEPTED_COMPILING = 0.05;
    private static final double ACCEPTED_COLLECTING = 0.1;
    private static final double ACCEPTED_STOLEN = 0.05;

    /**
     * Nodes, load and the kit's own JVM are not in it. It is twice as much as of steal, since threads of the kernel are in it
     * that write to the disk what nodes store, and on a laptop the desktop that shows the progress.
     */
    private static final double ACCEPTED_OTHERS = 0.1;

    private static final double ACCEPTED_LOAD = 0.5;
    private static final double ACCEPTED_LOAD_IN_A_CLOSED_LOOP = 0.9;

    private final List<Fault> faults = new ArrayList<>();

    /**
     * One of them.
     *
     * @param id a word for programs
     * @param text a sentence that says what is wrong, and one that says what to do
     */
    public record Fault(String id, String text) {}

    private Lint() {}

    public static List<Fault> of(Observed run) {
        Lint lint = new Lint();
        lint.rate(run);
        lint.answers(run);
        lint.time(run);
        lint.machine(run);
        return List.copyOf(lint.faults);
    }

    /** @param verified what a script found wrong; null if it does not check its reads */
    public static List<Fault> of(Verified verified) {
        Lint lint = new Lint();
        lint.reads(verified);
        return List.copyOf(lint.faults);
    }

    private void rate(Observed run) {
        if (run.closedLoop()) {
            return;
        }
        double held = run.schedule().held(run.reached());
        // A shorter one says nothing of any rate, and is told to be too short.
        if (held < HELD && run.schedule().seconds() >= run.schedule().calibrationSeconds()) {
            add(
                    "rate-not-held",
                    "Of %.0f requests/s only %.1f %% were answered: what grew meanwhile is a queue, and the latency is"
                            + " that of waiting in it. Ask for less than %.0f.",
                    run.schedule().rate(),
                    100 * held,
                    run.reached());
        }
        if (run.p50Millis() != null && run.p50Millis() > SATURATED_MILLIS) {
            add(
                    "saturated",
                    "Half of the requests took more than %.0f ms, so the cluster is saturated. Measure 30 %% below what"
                            + " it can do.",
                    SATURATED_MILLIS);
        }
    }

    private void answers(Observed run) {
        if (run.closedLoop() && run.bad() + run.lost() <= ACCEPTED_OVERLOADED * (run.requests() + run.lost())) {
            return;
        }
        if (run.bad() > ACCEPTED_BAD * run.requests()) {
            add(
                    "bad-answers",
                    "%d of %d answers are errors, and an error is answered faster than anything else. Read the nodes'"
                            + " logs.",
                    run.bad(),
                    run.requests());
        }
        if (run.lost() > 0) {
            add(
                    "lost",
                    "wrk2 counted %d requests that failed or timed out; a real wrk2 counts a slow one several times. Read the"
                            + " nodes' logs.",
                    run.lost());
        }
        reads(run.verified());
    }

    private void reads(Verified verified) {
        if (verified != null && verified.missing() > 0) {
            add(
                    "missing",
                    "%d reads found no value: a fast 404 is no read. Write the whole key space first.",
                    verified.missing());
        }
        if (verified != null && verified.wrong() > 0) {
            add(
                    "wrong",
                    "%d reads brought something else than what was written. ./lab grade tells why.",
                    verified.wrong());
        }
    }

    private void time(Observed run) {
        double calibration = run.schedule().calibrationSeconds();
        double enough = 2 * calibration - 1;
        if (run.schedule().seconds() < enough) {
            add(
                    "too-short",
                    "%d s of load, of which wrk2 takes the first %.1f s to calibrate itself. Take %.0f s or more.",
                    run.schedule().seconds(),
                    calibration,
                    Math.ceil(enough));
        }
        if (run.settled() != null && !run.settled()) {
            add(
                    "no-warm-up",
                    "JIT compilation or latency had not come to rest when the measurement began. Give --warm-up more time; if"
                            + " that does not help, ask for less.");
        }
        if (run.compilerShare() != null && run.compilerShare() > ACCEPTED_COMPILING) {
            add(
                    "compiling",
                    "The JIT compilers took %.0f %% of the nodes' CPU time. Warm up for longer.",
                    100 * run.compilerShare());
        }
        if (run.collectorShare() != null && run.collectorShare() > ACCEPTED_COLLECTING) {
            add(
                    "collecting",
                    "Garbage collection took %.0f %% of the nodes' CPU time, and while it goes on requests wait. Ask for"
                            + " less, send smaller values, or see with --profile alloc who makes the garbage.",
                    100 * run.collectorShare());
        }
    }

    private void machine(Observed run) {
        if (run.stolen() != null && run.stolen() > ACCEPTED_STOLEN) {
            add(
                    "neighbours",
                    "%.0f %% of the CPU time went to other guests of this machine. Measure again when they are quiet.",
                    100 * run.stolen());
        }
        if (run.others() != null && run.others() > ACCEPTED_OTHERS) {
            add(
                    "neighbours",
                    "Other programs of this machine took %.0f %% of its CPU time. End them and measure again.",
                    100 * run.others());
        }
        // In a closed loop it takes what the nodes leave.
        boolean shared = run.closedLoop() && run.loadCpus() == Options.Cpus.SHARED;
        double accepted = run.closedLoop() ? ACCEPTED_LOAD_IN_A_CLOSED_LOOP : ACCEPTED_LOAD;
        if (!shared && run.loadShare() != null && run.loadShare() > accepted) {
            add("load-generator", loadGenerator(run.loadCpus()), 100 * run.loadShare());
        }
    }

    /** On CPUs of its own it takes nothing from the nodes, but a request that it sends or reads late looks slow, too. */
    private static String loadGenerator(Options.Cpus cpus) {
        return switch (cpus) {
            case SHARED ->
                "The load generator took %.0f %% of the CPUs, which the nodes then lacked. Ask for less, or load"
                        + " from another machine.";
            case APART ->
                "The load generator took %.0f %% of the CPUs, none of them the nodes': what was slow may be the"
                        + " load generator. Ask for less, or leave it more cores.";
            case ELSEWHERE ->
                "The load generator took %.0f %% of the CPUs of its own machine: what was slow may be the"
                        + " load generator. Ask for less, or load from a larger machine.";
        };
    }

    private void add(String id, String text, Object... figures) {
        faults.add(new Fault(id, String.format(Locale.ROOT, text, figures)));
    }
}
