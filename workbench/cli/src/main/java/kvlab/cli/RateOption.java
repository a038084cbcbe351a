package kvlab.cli;

import kvlab.bench.load.Load;
import kvlab.cluster.UsageException;
import picocli.CommandLine.Option;

/** Options of the commands that measure at a given rate or at the highest. */
final class RateOption {

    @Option(names = "--rate", paramLabel = "R", description = "Requests a second.")
    private Integer rate;

    @Option(names = "--saturate", description = "Measure at the highest rate instead.")
    private boolean saturate;

    boolean isHighest() {
        return saturate;
    }

    /** Null when none was given. */
    Integer rate() throws UsageException {
        if (saturate && rate != null) {
            throw UsageException.of("give one of --rate and --saturate");
        }
        if (rate != null && rate >= Load.CLOSED_LOOP) {
            throw UsageException.of("--rate " + rate + ": expected a number from 1 to " + (Load.CLOSED_LOOP - 1));
        }
        return saturate ? Integer.valueOf(Load.CLOSED_LOOP) : rate;
    }
}
