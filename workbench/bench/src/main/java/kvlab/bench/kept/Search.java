package kvlab.bench.kept;

import java.util.List;

/**
 * How the rate of a run was found: the highest that the cluster holds. docs/compare.md describes each field.
 *
 * @param sloMillis what p99 was allowed to be
 * @param closedLoopPerSecond good answers a second while it was warmed up with all that it can do; null when it was not
 * @param rate the knee; null when no rate was held, or none was confirmed
 * @param next a command line that measures 30 % below it; null like the rate
 */
public record Search(double sloMillis, Double closedLoopPerSecond, List<Probe> probes, Integer rate, String next) {

    /** Whether a confirmation of the rate held, in which so many requests were answered. */
    boolean isConfirmed(long requests) {
        return probes.stream()
                .anyMatch(probe ->
                        probe.confirmation() && probe.held() && probe.rate() == rate && probe.requests() == requests);
    }

    /** Whether a probe was held at all. */
    public boolean anyHeld() {
        return probes.stream().anyMatch(Probe::held);
    }

    /** Whether the search came to its end, and this is why there is no rate. */
    public boolean isOver(String problem) {
        return noRate().equals(problem);
    }

    /** Why there is no rate though the search came to its end. */
    public String noRate() {
        return anyHeld()
                ? "rates were held for a probe, but not for longer; measure again when the machine is quiet"
                : "no rate was held, not even the lowest that was tried";
    }
}
