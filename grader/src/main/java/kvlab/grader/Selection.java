package kvlab.grader;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import kvlab.cluster.UsageException;

/**
 * Which checks to run, and in which order.
 *
 * @param seed what keys and values are made from: the same seed, the same requests
 */
public record Selection(List<GradedCheck> checks, long seed) {

    private static final List<Class<?>> CLASSES = List.of(
            ServingChecks.class,
            EntityChecks.class,
            ShardingChecks.class,
            ReplicationChecks.class,
            OverlapChecks.class,
            AsyncChecks.class);

    public Selection {
        checks = List.copyOf(checks);
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
                throw UsageException.of(
                        "--only " + given + ": there is no such check or rule; there are " + names(all));
            }
        }
        return new Selection(
                all.stream()
                        .filter(check -> only.isEmpty()
                                || only.contains(check.id())
                                || only.contains(check.rule().name()))
                        .toList(),
                seed);
    }

    static List<GradedCheck> checks(int stage) {
        List<GradedCheck> all = CLASSES.stream()
                .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
                .filter(method -> method.isAnnotationPresent(Check.class))
                .map(GradedCheck::of)
                .filter(check -> check.rule().holdsIn(stage))
                .sorted(Comparator.comparing(GradedCheck::rule).thenComparing(GradedCheck::id))
                .toList();
        return Points.share(all, stage);
    }

    private static String names(List<GradedCheck> all) {
        Stream<String> rules = all.stream().map(check -> check.rule().name()).distinct();
        return Stream.concat(rules, all.stream().map(GradedCheck::id)).collect(Collectors.joining(", "));
    }
}
