package kvlab.bench.kept;

import com.google.gson.JsonElement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import kvlab.bench.load.Options;
import kvlab.bench.text.Sheet;

/**
 * Variants that were measured in turn, and what came of it: compare.json. docs/compare.md describes each field.
 *
 * @param id the folder's name: the time when it ended
 * @param date when it began
 * @param problem why there are no outcomes; null when there are
 * @param lives how often all sides were to be started anew, or were
 * @param same the part by which two may differ and still are the same
 * @param tookSeconds how long it took
 * @param sides the first is the baseline
 * @param outcomes each other side beside the baseline
 * @param profiles what moved from the baseline to each other side; empty when no profiles were asked for
 */
public record Comparison(
        String schema,
        String id,
        String date,
        String problem,
        int lives,
        double same,
        double tookSeconds,
        Run.Engine engine,
        String commit,
        JsonElement machine,
        List<Measured> sides,
        List<Outcome> outcomes,
        List<Profiled> profiles)
        implements Kept {

    public static final String SCHEMA = "kvlab.comparison/2";

    /**
     * What was measured as one side.
     *
     * @param runs the names of its runs, the first one first
     * @param answered requests a second, of each run
     * @param held the part of the requests that were due, of each run, 0 to 1
     */
    public record Measured(
            String label, String name, Options options, List<String> runs, List<Double> answered, List<Double> held) {

        private boolean isDamaged() {
            return Options.missing(options) != null
                    || !options.load().isInWindows()
                    || runs == null
                    || answered == null
                    || held == null;
        }

        /** As 100.0, 99.9 % of what was due. */
        public String answeredText() {
            boolean closed = options.load().isClosedLoop();
            return (closed ? answered : held)
                    .stream()
                            .map(each ->
                                    String.format(Locale.ROOT, closed ? "%.0f" : "%.1f", closed ? each : 100 * each))
                            .collect(Collectors.joining(", ", "", closed ? " requests/s" : " % of what was due"));
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
        if (sides == null || sides.stream().anyMatch(each -> each == null || each.isDamaged())) {
            return "sides";
        }
        return outcomes == null ? "outcomes" : engine == null ? "engine" : null;
    }

    public Comparison with(List<Profiled> drawn) {
        return new Comparison(
                schema, id, date, problem, lives, same, tookSeconds, engine, commit, machine, sides, outcomes, drawn);
    }

    private int livesDone() {
        return Math.max(1, sides.get(0).runs().size());
    }

    /** As 2 lives of 24 windows of 1 s each. */
    public String lengths() {
        Options options = sides.get(0).options();
        return lives + (lives == 1 ? " life of " : " lives of ")
                + options.load().windows() + " windows of "
                + options.load().windowSeconds() + " s each";
    }

    /** The lives that are expected to decide the undecided figures; empty when each figure has a verdict. */
    public Optional<String> wayOut(Outcome outcome) {
        List<Difference> open = outcome.figures().stream()
                .filter(each -> each.verdict() == Change.UNDECIDED && each.lives() != null)
                .toList();
        if (open.isEmpty()) {
            return Optional.empty();
        }
        Map<Integer, List<String>> byLives = new TreeMap<>();
        open.forEach(each -> byLives.computeIfAbsent(each.lives(), any -> new ArrayList<>())
                .add(each.figure().label()));
        List<String> never = byLives.remove(0);
        List<String> ways = new ArrayList<>();
        byLives.forEach((needed, names) -> ways.add("--lives " + needed + " for " + String.join(", ", names)
                + " (about " + Sheet.time(tookSeconds / livesDone() * needed) + ")"));
        List<String> sentences = new ArrayList<>();
        if (!ways.isEmpty()) {
            sentences.add("More lives are expected to decide: " + String.join("; ", ways) + ".");
        }
        if (never != null) {
            sentences.add("Even " + Difference.MOST_TIMES * livesDone() + " lives are not expected to decide "
                    + String.join(", ", never) + ".");
        }
        return Optional.of(String.join(" ", sentences));
    }

    /** The finding in one line, for the top of a page. */
    public String answer(Outcome outcome) {
        String load = Headline.load(sides.get(0).options());
        return outcome.warning() + load + ": "
                + (outcome.comparable()
                        ? Headline.brief(title(outcome.baseline()), title(outcome.variant()), outcome.figures())
                        : "not comparable: " + outcome.refusal())
                + ".";
    }

    private String title(String label) {
        return sides.stream()
                .filter(side -> side.label().equals(label))
                .map(side -> label + " (" + side.name() + ")")
                .findFirst()
                .orElse(label);
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
