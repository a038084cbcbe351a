package kvlab.cli;

import kvlab.bench.load.Load;
import kvlab.cluster.UsageException;
import picocli.CommandLine.Option;

/** Of the commands that measure at a rate that is given. */
final class RateOption {

    @Option(names = "--rate", paramLabel = "R", description = "Requests a second.")
    private Integer rate;

    /** Null when none was given. */
    Integer rate() throws UsageException {
        if (rate != null && rate >= Load.CLOSED_LOOP) {
            throw UsageException.of("--rate " + rate + ": expected a number from 1 to " + (Load.CLOSED_LOOP - 1));
        }
        return rate;
    }
}
