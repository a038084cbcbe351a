package kvlab.grader;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import kvlab.cluster.UsageException;

/**
 * Which checks to run, and in which order.
 *
 * @param seed what keys and values are made from: the same seed, the same requests
 * @param thorough whether the checks that try random requests take minutes for it, and not seconds
 * @param open for the ids of checks that need an open exercise, what they wait for
 */
public record Selection(List<GradedCheck> checks, long seed, boolean thorough, Map<String, Waiting> open) {

    /**
     * What a check waits for.
     *
     * @param exercise as {@code AckFrom.of (step 1)}
     * @param step of the check: the checks of one step need the same exercises
     * @param tasks what the nodes print when they reach an open exercise
     */
    public record Waiting(String exercise, int step, List<String> tasks) {

        /** A node that throws in a callback answers nothing. */
        boolean isShownBy(String text) {
            return text.contains(Wire.SILENCE) || tasks.stream().anyMatch(text::contains);
        }
    }

    /** In which all rules hold. */
    private static final int LAST_STAGE = 5;

    /** How many times more random requests a thorough grade tries. */
    static final int THOROUGHNESS = 20;

    private static final List<Class<?>> CLASSES = List.of(
            ServingChecks.class,
            EntityChecks.class,
            ShardingChecks.class,
            ReplicationChecks.class,
            OverlapChecks.class,
            AsyncChecks.class,
            RandomChecks.class);

    public Selection {
        checks = List.copyOf(checks);
        open = Map.copyOf(open);
    }

    /** The same with other checks, or in another order. */
    public Selection with(List<GradedCheck> others) {
        return new Selection(others, seed, thorough, open);
    }

    public Selection thoroughly() {
        return new Selection(checks, seed, true, open);
    }

    /** @param waiting for the ids of checks that need an open exercise, what they wait for */
    public Selection withOpen(Map<String, Waiting> waiting) {
        return new Selection(checks, seed, thorough, waiting);
    }

    /**
     * @param exercises for the ids of checks, what they are about; the first one of them that fails tells most
     * @param named whether the server has these exercises; if not, only their order counts
     */
    public Selection about(Map<String, String> exercises, boolean named) {
        Map<String, GradedCheck> about = new HashMap<>();
        checks.forEach(check -> about.put(check.id(), check));
        int row = 0;
        int place = 0;
        String last = "";
        for (Map.Entry<String, String> each : exercises.entrySet()) {
            row += each.getValue().equals(last) ? 0 : 1;
            last = each.getValue();
            int itsRow = row;
            int its = place++;
            about.computeIfPresent(
                    each.getKey(), (id, check) -> check.about(named ? each.getValue() : "", itsRow, its));
        }
        return with(checks.stream().map(check -> about.get(check.id())).toList());
    }

    /**
     * In the order of the rules.
     *
     * @param only ids of checks or rules; all checks of the stage when there are none
     */
    public static Selection of(Subject subject, List<String> only, long seed) throws UsageException {
        List<GradedCheck> all = checks(subject.stageNumber());
        Set<String> valid = new TreeSet<>();
        all.forEach(check -> valid.addAll(List.of(check.id(), check.rule().name())));
        for (String given : only) {
            if (!valid.contains(given)) {
                throw UsageException.of("--only " + given + ": " + why(given, subject.stageNumber(), all));
            }
        }
        return new Selection(
                all.stream()
                        .filter(check -> only.isEmpty()
                                || only.contains(check.id())
                                || only.contains(check.rule().name()))
                        .toList(),
                seed,
                false,
                Map.of());
    }

    static List<GradedCheck> checks(int stage) {
        List<GradedCheck> all = CLASSES.stream()
                .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
                .filter(method -> method.isAnnotationPresent(Check.class))
                .map(GradedCheck::of)
                .filter(check -> check.rule().holdsIn(stage))
                .sorted(Comparator.comparing(GradedCheck::isLast)
                        .thenComparing(GradedCheck::rule)
                        .thenComparing(GradedCheck::id))
                .toList();
        return Points.share(all, stage);
    }

    private static String why(String given, int stage, List<GradedCheck> all) {
        for (Rule rule : Rule.values()) {
            if (rule.name().equals(given)) {
                return "this rule holds from stage " + rule.fromStage() + " on, and stage " + stage + " is graded";
            }
        }
        for (GradedCheck check : checks(LAST_STAGE)) {
            if (check.id().equals(given)) {
                return "this check belongs to stage " + check.rule().fromStage() + " and later ones, and stage " + stage
                        + " is graded";
            }
        }
        return "there is no such check or rule; the rules are "
                + all.stream().map(check -> check.rule().name()).distinct().collect(Collectors.joining(", "))
                + ", and --list tells the checks";
    }
}
