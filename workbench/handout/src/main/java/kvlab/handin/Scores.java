package kvlab.handin;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import kvlab.grader.Rule;

/**
 * A grade as the grader wrote it: grade.json.
 *
 * @param byRule in the rules' order
 */
public record Scores(String stage, double score, double max, List<Check> checks, SortedMap<Rule, Points> byRule) {

    static final String FILE = "grade.json";
    static final String FINGERPRINT = "grade.fingerprint";

    /** The points of a stage: the grader shares them, and nobody gets more. */
    static final double ALL = 100;

    private static final int MOST_CHECKS = 200;
    private static final int MOST_CHARACTERS = 200;
    private static final int MOST_CHARACTERS_OF_A_MESSAGE = 1000;

    /** The grader tells tenths of a point, of each check and of all. */
    private static final double ROUNDING = 0.051;

    private static final Set<String> OUTCOMES = Set.of("pass", "fail", "open", "skipped", "inconclusive");

    /** What came of one. */
    public record Check(String id, Rule rule, String name, Points points, String outcome, String message) {

        boolean passed() {
            return outcome.equals("pass");
        }

        private boolean isOpen() {
            return outcome.equals("open");
        }
    }

    /** Of a check or a rule. */
    public record Points(double points, double max) {

        Points plus(Points other) {
            return new Points(points + other.points, max + other.max);
        }

        double share() {
            return max == 0 ? 1 : points / max;
        }

        /** The last digits of a sum depend on its order. */
        boolean isLike(Points other) {
            return isSame(points, other.points) && isSame(max, other.max);
        }
    }

    /**
     * Whether it is the score of another grade, too. Where single checks were graded anew, a score is a sum of rounded points,
     * and not a rounded sum.
     */
    boolean hasScoreOf(Scores other) {
        double sum =
                other.checks.stream().mapToDouble(check -> check.points.points).sum();
        return isSame(score, other.score) || isSame(score, Math.min(sum, ALL));
    }

    /**
     * Whether a check that passed there did not pass here.
     *
     * @param told null when there is no other grade, in which all may have passed
     */
    public boolean loses(Scores told) {
        Set<String> failedThere = told == null
                ? Set.of()
                : told.checks.stream()
                        .filter(check -> !check.passed())
                        .map(Check::id)
                        .collect(Collectors.toSet());
        return checks.stream().anyMatch(check -> !check.passed() && !failedThere.contains(check.id));
    }

    /** The checks that wait for nothing and did not pass. */
    List<Check> failed() {
        return checks.stream()
                .filter(check -> !check.passed() && !check.isOpen())
                .toList();
    }

    /** For each exercise that is still open, a sentence with the checks that wait for it. */
    List<String> open() {
        return checks.stream()
                .filter(Check::isOpen)
                .collect(Collectors.groupingBy(
                        Check::message, LinkedHashMap::new, Collectors.mapping(Check::id, Collectors.toList())))
                .entrySet()
                .stream()
                .map(each -> each.getKey() + " is still open. So these checks were not run: "
                        + String.join(", ", each.getValue()))
                .toList();
    }

    private static boolean isSame(double one, double other) {
        return Math.abs(one - other) < ROUNDING;
    }

    static Scores parse(JsonObject grade) throws BadHandIn {
        if (!(grade.get("checks") instanceof JsonArray all) || all.size() > MOST_CHECKS) {
            throw BadHandIn.of(FILE + " has no list of checks, or one that is too long");
        }
        List<Check> checks = new ArrayList<>();
        SortedMap<Rule, Points> byRule = new TreeMap<>();
        Points sum = new Points(0, 0);
        for (JsonElement each : all) {
            Check check = check(each);
            checks.add(check);
            byRule.merge(check.rule, check.points, Points::plus);
            sum = sum.plus(check.points);
        }
        Points told = points(grade, "score", "max");
        double rounding = ROUNDING * (checks.size() + 1);
        if (Math.max(told.max, sum.max) > ALL + rounding) {
            throw BadHandIn.of(FILE + " has " + Words.number(Math.max(told.max, sum.max))
                    + " points that can be reached," + " and a stage has " + Words.number(ALL));
        }
        if (Math.abs(told.points - sum.points) > rounding || Math.abs(told.max - sum.max) > rounding) {
            throw BadHandIn.of(FILE + " says " + Words.number(told.points) + " of " + Words.number(told.max)
                    + " points, and its checks add up to " + Words.number(sum.points) + " of "
                    + Words.number(sum.max));
        }
        return new Scores(
                Words.cut(Json.string(grade, "stage"), MOST_CHARACTERS),
                Math.min(told.points, ALL),
                Math.min(told.max, ALL),
                checks,
                byRule);
    }

    private static Check check(JsonElement element) throws BadHandIn {
        if (!(element instanceof JsonObject check)) {
            throw BadHandIn.of(FILE + " has a check that is no object");
        }
        String outcome = Json.string(check, "outcome");
        if (outcome == null || !OUTCOMES.contains(outcome)) {
            throw BadHandIn.of(FILE + " has a check without an outcome, which is one of "
                    + OUTCOMES.stream().sorted().collect(Collectors.joining(", ")));
        }
        return new Check(
                Words.cut(Json.string(check, "id"), MOST_CHARACTERS),
                rule(Json.string(check, "rule")),
                Words.cut(Json.string(check, "name"), MOST_CHARACTERS),
                points(check, "points", "max"),
                outcome,
                Words.cut(Json.string(check, "message"), MOST_CHARACTERS_OF_A_MESSAGE));
    }

    private static Rule rule(String name) throws BadHandIn {
        if (name == null) {
            throw BadHandIn.of(FILE + " has a check without a rule");
        }
        try {
            return Rule.valueOf(name);
        } catch (IllegalArgumentException e) {
            throw BadHandIn.of(FILE + " has a check of the rule " + Words.oneLine(Words.cut(name, 20))
                    + ", which is none of this kit's");
        }
    }

    private static Points points(JsonObject object, String name, String nameOfMax) throws BadHandIn {
        double points = number(object.get(name));
        double max = number(object.get(nameOfMax));
        if (!(points >= 0 && points <= max + ROUNDING && max <= 1000)) {
            throw BadHandIn.of(FILE + " has points that are no numbers from 0 to what can be reached");
        }
        return new Points(points, max);
    }

    private static double number(JsonElement element) {
        boolean isNumber = element != null
                && element.isJsonPrimitive()
                && element.getAsJsonPrimitive().isNumber();
        return isNumber ? element.getAsDouble() : Double.NaN;
    }
}
