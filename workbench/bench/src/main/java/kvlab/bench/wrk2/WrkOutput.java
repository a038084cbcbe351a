package kvlab.bench.wrk2;

import java.io.IOException;

/**
 * The figures that wrk2 printed, read once.
 *
 * @param latency null when it printed none, and when it counted none after its calibration
 * @param verified null when the script does not check
 */
public record WrkOutput(WrkReport report, Latency latency, Verified verified) {

    public static WrkOutput parse(String text) throws IOException {
        return new WrkOutput(WrkReport.parse(text), Latency.parse(text), Verified.parse(text));
    }
}
