package kvlab.bench.kept;

import com.google.gson.JsonElement;
import java.util.List;
import kvlab.bench.lint.Lint;
import kvlab.bench.load.Options;

/**
 * The highest rate that a cluster holds, and how it was found: knee.json. docs/compare.md describes each field.
 *
 * @param problem why there is no answer; null when there is one
 * @param options what was asked for; the rate is where the search began
 * @param sloMillis what p99 was allowed to be
 * @param closedLoopPerSecond good answers a second while it was warmed up with all that it can do; null when it was not
 * @param rate the knee; null when no rate was held, or none was confirmed
 * @param lint the faults of the last confirmation, and the wrong reads of the whole search; at smoke, that it is too short
 * @param next a command line that measures 30 % below it; null like the rate
 */
public record Knee(
        String schema,
        String id,
        String date,
        String problem,
        Options options,
        double sloMillis,
        Run.Engine engine,
        String commit,
        JsonElement machine,
        Run.WarmUp warmUp,
        Double closedLoopPerSecond,
        List<Probe> probes,
        List<Lint.Fault> lint,
        Integer rate,
        String next)
        implements Kept {

    public static final String SCHEMA = "kvlab.knee/2";

    @Override
    public String missing() {
        String option = Options.missing(options);
        if (option != null) {
            return option;
        }
        return probes == null ? "probes" : lint == null ? "lint" : engine == null ? "engine" : null;
    }

    public String json() {
        return Run.GSON.toJson(this) + "\n";
    }

    public boolean failed() {
        return problem != null;
    }

    /** Whether a probe was held at all. */
    public boolean anyHeld() {
        return probes.stream().anyMatch(Probe::held);
    }
}
