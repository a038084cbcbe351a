package kvlab.bench;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import kvlab.cluster.NodeProgram;
import kvlab.cluster.StageProgram;
import kvlab.cluster.UsageException;

/** How long one load run is. */
public enum Scale {
    /** Proves that everything works; its figures are never compared. */
    SMOKE(2, 1),
    /** The shortest whose figures count: wrk2 takes the first half to calibrate itself. */
    QUICK(20, 2),
    STANDARD(60, 3),
    /** As in the course. */
    FULL(420, 3);

    /** To write the usual number takes a cluster that has just started longer than all else of a smoke run. */
    private static final int SMOKE_KEYS = 1_000;

    private final int seconds;
    private final int pairs;

    Scale(int seconds, int pairs) {
        this.seconds = seconds;
        this.pairs = pairs;
    }

    public static Scale of(String name) throws UsageException {
        return Arrays.stream(values())
                .filter(scale -> scale.label().equals(name))
                .findFirst()
                .orElseThrow(() -> UsageException.of("--scale " + name + ": expected one of "
                        + Arrays.stream(values()).map(Scale::label).collect(Collectors.joining(", "))));
    }

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    public int seconds() {
        return seconds;
    }

    /** Whether what takes so long is a smoke run, whatever it was called. */
    static boolean isSmoke(int seconds) {
        return seconds <= SMOKE.seconds;
    }

    /** What is loaded for so long. Nobody compares what a smoke run has measured, so its nodes need not be fast. */
    public static NodeProgram loaded(NodeProgram program, int seconds) {
        return isSmoke(seconds) && program instanceof StageProgram stage ? stage.briefly() : program;
    }

    /** How often each side of a comparison is measured. */
    public int pairs() {
        return pairs;
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
