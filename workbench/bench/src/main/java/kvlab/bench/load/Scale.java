package kvlab.bench.load;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import kvlab.cluster.NodeProgram;
import kvlab.cluster.StageProgram;
import kvlab.cluster.UsageException;

/** How long one load run is. */
public enum Scale {
    /** Proves that everything works; its figures are never compared. */
    SMOKE(2, 1, 2, 1),
    /** The shortest whose figures count: wrk2 takes the first half to calibrate itself. */
    QUICK(20, 2, 24, 1),
    STANDARD(60, 4, 48, 1),
    /** As in the course. */
    FULL(420, 10, 80, 1);

    /** To write the usual number takes a cluster that has just started longer than all else of a smoke run. */
    private static final int SMOKE_KEYS = 1_000;

    private final int seconds;
    private final int lives;
    private final int windows;
    private final int windowSeconds;

    Scale(int seconds, int lives, int windows, int windowSeconds) {
        this.seconds = seconds;
        this.lives = lives;
        this.windows = windows;
        this.windowSeconds = windowSeconds;
    }

    public static Scale of(String name) throws UsageException {
        return Arrays.stream(values())
                .filter(scale -> scale.label().equals(name))
                .findFirst()
                .orElseThrow(() -> UsageException.of("--scale " + name + ": expected one of "
                        + Arrays.stream(values()).map(Scale::label).collect(Collectors.joining(", "))));
    }

    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    public int seconds() {
        return seconds;
    }

    /** Whether what takes so long is a smoke run, whatever it was called. */
    public static boolean isSmoke(int seconds) {
        return seconds <= SMOKE.seconds;
    }

    /** What is loaded for so long. Nobody compares what a smoke run has measured, so its nodes need not be fast. */
    public static NodeProgram loaded(NodeProgram program, int seconds) {
        return isSmoke(seconds) && program instanceof StageProgram stage ? stage.briefly() : program;
    }

    /** How often all sides of a comparison are started anew. */
    public int lives() {
        return lives;
    }

    /** Cut into windows as a comparison takes them. */
    public BenchPlan inWindows(BenchPlan plan) {
        return inWindows(plan, windows);
    }

    /** @param most in a life */
    public BenchPlan inWindows(BenchPlan plan, int most) {
        return plan.with(plan.load().inWindows(Math.min(windows, most), windowSeconds));
    }

    /** The longest warm-up: three nodes on two cores compile in less. A smoke run has none, since its figures are not compared. */
    public int warmUpSeconds() {
        return this == SMOKE ? 0 : 60;
    }

    /** When nobody says how many. */
    public int keys(Op op) {
        return this == SMOKE ? Math.min(SMOKE_KEYS, op.usualKeys()) : op.usualKeys();
    }
}
