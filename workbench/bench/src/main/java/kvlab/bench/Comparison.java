package kvlab.bench;

import com.google.gson.JsonElement;
import java.util.List;

/**
 * Variants that were measured in turn, and what came of it: compare.json. docs/compare.md describes each field.
 *
 * @param id the folder's name: the time when it ended
 * @param date when it began
 * @param problem why there are no outcomes; null when there are
 * @param pairs how often each side was to be measured
 * @param sides the first is the baseline
 * @param noiseSamples what was known of this machine's noise before: how many sides of earlier comparisons
 * @param outcomes each other side beside the baseline
 * @param profiles what moved from the baseline to each other side; empty when no profiles were asked for
 */
public record Comparison(
        String schema,
        String id,
        String date,
        String problem,
        int pairs,
        Run.Engine engine,
        String commit,
        JsonElement machine,
        List<Measured> sides,
        int noiseSamples,
        List<Outcome> outcomes,
        List<Profiled> profiles)
        implements Kept {

    static final String SCHEMA = "kvlab.comparison/1";

    /**
     * What was measured as one side.
     *
     * @param runs the names of its runs, the first one first
     * @param answered requests a second, of each run
     */
    public record Measured(String label, String name, Run.Options options, List<String> runs, List<Double> answered) {

        /** Of each run the part of the requests that were due, 0 to 1. */
        public List<Double> held() {
            return answered.stream().map(Schedule.of(options)::held).toList();
        }
    }

    /**
     * The profiles of the baseline's last run and of another side's.
     *
     * @param variant the label of that side
     * @param folder where it is told and drawn, inside the comparison's own
     * @param problem why it is not; null when it is
     */
    public record Profiled(String variant, String folder, String problem) {}

    @Override
    public String missing() {
        if (sides == null) {
            return "sides";
        }
        return outcomes == null ? "outcomes" : engine == null ? "engine" : null;
    }

    Comparison with(List<Profiled> drawn) {
        return new Comparison(
                schema, id, date, problem, pairs, engine, commit, machine, sides, noiseSamples, outcomes, drawn);
    }

    public String json() {
        return Run.GSON.toJson(this) + "\n";
    }

    public boolean failed() {
        return problem != null;
    }

    public boolean comparable() {
        return !failed() && outcomes.stream().allMatch(Outcome::comparable);
    }
}
