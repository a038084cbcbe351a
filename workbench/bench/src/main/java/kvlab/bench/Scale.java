package kvlab.bench;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
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

    /** How often each side of a comparison is measured. */
    public int pairs() {
        return pairs;
    }

    /** How long to warm up at most: longer than it takes three nodes on two cores to compile. */
    public int warmUpSeconds() {
        return this == SMOKE ? SMOKE.seconds : 60;
    }
}
