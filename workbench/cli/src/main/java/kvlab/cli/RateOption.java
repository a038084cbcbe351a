package kvlab.cli;

import picocli.CommandLine.Option;

/** Of the commands that measure at a rate that is given. */
final class RateOption {

    @Option(names = "--rate", paramLabel = "R", description = "Requests a second.")
    private Integer rate;

    /** Null when none was given. */
    Integer rate() {
        return rate;
    }
}
