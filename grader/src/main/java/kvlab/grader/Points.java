package kvlab.grader;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A stage has a hundred points. Most of them are for the rules that are new in it; the earlier ones still hold, and share
 * the rest. So a check is worth less from stage to stage. Stage 5 has no new rules, and is graded as stage 4.
 */
public final class Points {

    private static final List<Integer> ASYNC = List.of(10, 10, 30, 50);

    /** For the rules of each stage, from the first to the last. */
    private static final Map<Integer, List<Integer>> SHARES =
            Map.of(1, List.of(100), 2, List.of(40, 60), 3, List.of(20, 20, 60), 4, ASYNC, 5, ASYNC);

    private static final double TENTHS = 10;

    private Points() {}

    static List<GradedCheck> share(List<GradedCheck> checks, int stage) {
        return checks.stream()
                .map(check -> check.worth(share(check, checks, stage)))
                .toList();
    }

    private static double share(GradedCheck check, List<GradedCheck> checks, int stage) {
        int age = check.rule().fromStage();
        double all = checks.stream()
                .filter(other -> other.rule().fromStage() == age)
                .mapToDouble(GradedCheck::points)
                .sum();
        return SHARES.get(stage).get(age - 1) * check.points() / all;
    }

    /** To a tenth of a point, as everything that is shown. */
    static double rounded(double points) {
        return Math.round(TENTHS * points) / TENTHS;
    }

    /** As 4 or 0.6. */
    public static String text(double points) {
        return String.format(Locale.ROOT, points == Math.rint(points) ? "%.0f" : "%.1f", points);
    }
}
