package kvlab.bench.kept;

/**
 * Some seconds at one rate, on the way to the highest that is held.
 *
 * @param requests that were answered, in whatever way
 * @param p50Millis null when nothing was answered after wrk2's calibration, like p99Millis
 * @param missing reads that found nothing, and wrong, that brought something else; 0 when the operation has no reads
 * @param confirmation whether it was one of the longer loads at the end
 * @param reason why the rate does not count as held; null when it does
 */
public record Probe(
        int rate,
        int seconds,
        long requests,
        double requestsPerSecond,
        long bad,
        long lost,
        long missing,
        long wrong,
        Double p50Millis,
        Double p99Millis,
        boolean confirmation,
        String reason) {

    /** A load that is shorter than wrk2's calibration only proves that a search works. */
    public static final double HELD_WHEN_SHORT = 0.5;

    public Probe because(String why) {
        return new Probe(
                rate,
                seconds,
                requests,
                requestsPerSecond,
                bad,
                lost,
                missing,
                wrong,
                p50Millis,
                p99Millis,
                confirmation,
                why);
    }

    public boolean held() {
        return reason == null;
    }
}
