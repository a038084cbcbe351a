package kvlab.bench.kept;

import com.google.gson.annotations.SerializedName;

/**
 * Some seconds at one rate, on the way to the highest that is held.
 *
 * @param requests that were answered, in whatever way
 * @param heldPart the share of the requests that were due that the server kept up with, 0 to 1
 * @param bad answers of 400 and above
 * @param lost requests without an answer
 * @param p50Millis null when nothing was answered, like p99Millis
 * @param confirmation whether it was one of the longer loads at the end
 * @param reason why the rate does not count as held; null when it does
 */
public record Probe(
        int rate,
        int seconds,
        long requests,
        @SerializedName("held") double heldPart,
        long bad,
        long lost,
        Double p50Millis,
        Double p99Millis,
        boolean confirmation,
        String reason) {

    /** A load of two seconds only shows that a search works. */
    public static final double HELD_IN_SMOKE = 0.5;

    public Probe because(String why) {
        return new Probe(rate, seconds, requests, heldPart, bad, lost, p50Millis, p99Millis, confirmation, why);
    }

    public boolean held() {
        return reason == null;
    }
}
