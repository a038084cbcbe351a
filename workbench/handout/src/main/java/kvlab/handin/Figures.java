package kvlab.handin;

import com.google.gson.JsonElement;
import java.io.IOException;
import kvlab.bench.kept.Run;
import kvlab.bench.kept.RunFolder;
import kvlab.bench.load.Options;
import kvlab.bench.wrk2.Latency;

/**
 * What a run or a knee shows, and how that was measured.
 *
 * @param id of its folder: what it calls itself is anybody's word
 * @param engine what loaded
 * @param rate requests a second: of a run those that were answered, of a knee the highest that was held
 * @param sloMillis what p99 was allowed to be; null of a run
 * @param p50Millis null of a knee, like p99Millis
 */
record Figures(
        String id,
        Options options,
        String engine,
        JsonElement machine,
        double rate,
        Double sloMillis,
        Double p50Millis,
        Double p99Millis) {

    /** Null when it has none. */
    static Figures of(RunFolder folder) throws IOException {
        return switch (folder.kind()) {
            case RUN -> of(folder.id(), folder.read());
            case COMPARISON -> null;
        };
    }

    private static Figures of(String id, Run run) {
        Latency latency =
                run.failed() || run.figures() == null ? null : run.figures().latency();
        if (latency == null) {
            return null;
        }
        boolean knee = run.search() != null;
        return new Figures(
                id,
                run.options(),
                run.engine().name(),
                run.machine(),
                knee ? run.options().load().rate() : run.figures().requestsPerSecond(),
                knee ? run.search().sloMillis() : null,
                knee ? null : latency.millis(50),
                knee ? null : latency.millis(99));
    }

    boolean isKnee() {
        return sloMillis != null;
    }
}
