package kvlab.handout;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A stage's page in docs/, as far as commands read it: the steps of its task and the hints. The clues stand in docs/grader.md.
 * Students read both pages, so nothing is written twice.
 *
 * @param steps in the order in which they are to be solved
 * @param clues in the order in which they decide
 */
public record TaskPage(List<Step> steps, List<Hint> hints, List<Clue> clues) {

    private static final String TASK = "## The task";
    private static final String CLUES = "## Which exercise a failed check is about";
    private static final Pattern STEP = Pattern.compile("[0-9]+\\. (.*)");
    private static final Pattern HINT = Pattern.compile("- \\*([^*]+)\\* \\(([^)]*)\\)\\. (.*)");
    private static final Pattern ROW = Pattern.compile("\\| ([0-9]+) \\| (.*) \\|");
    private static final Pattern CLUE = Pattern.compile("\\| ([0-9]-[a-z-]+) \\| (.*) \\| (.*) \\|");
    private static final Pattern CHECK = Pattern.compile("`(\\w+)`");
    private static final Pattern METHOD = Pattern.compile("`(?:(\\w+)\\.)?(\\w+)`");
    private static final Pattern RULE = Pattern.compile("[A-Z][0-9]+");

    /**
     * Methods that belong together: none of them turns a check green without the others.
     *
     * @param methods as {@code AckFrom.of}
     * @param rules what the step is about
     * @param checks which pass from this step on
     */
    public record Step(List<String> methods, List<String> rules, List<String> checks) {}

    /**
     * @param methods the exercises that it is about
     * @param parts each a little stronger than the one before
     */
    public record Hint(String title, List<String> rules, List<String> methods, List<String> parts) {}

    /** Exercises that are probably wrong if one of these checks fails, and no check of an earlier clue. */
    public record Clue(List<String> methods, List<String> checks) {}

    public static TaskPage of(Path kitHome, String stage) throws IOException {
        Path docs = kitHome.resolve("docs");
        return of(stage, Files.readString(docs.resolve(stage + ".md")), Files.readString(docs.resolve("grader.md")));
    }

    static TaskPage of(String stage, String text, String grader) {
        List<Step> steps = new ArrayList<>();
        List<Hint> hints = new ArrayList<>();
        for (String item : items(section(text, TASK))) {
            Matcher step = STEP.matcher(item);
            Matcher hint = HINT.matcher(item);
            Matcher row = ROW.matcher(item);
            if (step.matches()) {
                steps.add(step(step.group(1)));
            } else if (row.matches()) {
                steps.get(Integer.parseInt(row.group(1)) - 1).checks().addAll(checks(row.group(2)));
            } else if (hint.matches()) {
                hints.add(new Hint(
                        hint.group(1),
                        rules(hint.group(2)),
                        methods(hint.group(2)),
                        Arrays.asList(hint.group(3).split(" — "))));
            }
        }
        List<Clue> clues = new ArrayList<>();
        for (String item : items(section(grader, CLUES))) {
            Matcher clue = CLUE.matcher(item);
            if (clue.matches() && clue.group(1).equals(stage)) {
                clues.add(new Clue(methods(clue.group(2)), checks(clue.group(3))));
            }
        }
        return new TaskPage(steps, hints, clues);
    }

    private static String section(String text, String title) {
        int begin = text.indexOf(title);
        int end = text.indexOf("\n## ", begin + 1);
        return begin < 0 ? "" : text.substring(begin, end < 0 ? text.length() : end);
    }

    /** Each in one line: what is indented belongs to the line before. */
    private static List<String> items(String section) {
        return Arrays.asList(section.replaceAll("\n +", " ").split("\n"));
    }

    /** The methods stand before the rules. */
    private static Step step(String text) {
        int rules = text.indexOf('(');
        return new Step(
                methods(text.substring(0, rules)),
                rules(text.substring(rules, text.indexOf(')', rules))),
                new ArrayList<>());
    }

    /** Each has a class only where it is another than before: {@code A.x} and {@code y}. */
    private static List<String> methods(String text) {
        List<String> methods = new ArrayList<>();
        String type = "";
        for (Matcher method = METHOD.matcher(text); method.find(); ) {
            type = method.group(1) == null ? type : method.group(1);
            methods.add(type + "." + method.group(2));
        }
        return methods;
    }

    private static List<String> checks(String text) {
        return CHECK.matcher(text).results().map(found -> found.group(1)).toList();
    }

    private static List<String> rules(String text) {
        return RULE.matcher(text).results().map(found -> found.group()).toList();
    }

    /** All that is said of a rule, the weakest first. */
    public List<String> parts(String rule) {
        List<String> parts = new ArrayList<>();
        hints.stream().filter(hint -> hint.rules().contains(rule)).forEach(hint -> parts.addAll(hint.parts()));
        return parts;
    }

    /** All that is said of exercises, the hints that are also about the rule first. */
    public List<String> parts(List<String> methods, String rule) {
        return hints.stream()
                .filter(hint -> !Collections.disjoint(hint.methods(), methods))
                .sorted(Comparator.comparing(hint -> !hint.rules().contains(rule)))
                .flatMap(hint -> hint.parts().stream())
                .toList();
    }

    /** The step that is about a rule. */
    public Optional<Step> stepOf(String rule) {
        return steps.stream().filter(step -> step.rules().contains(rule)).findFirst();
    }

    /** The step that turns a check green. */
    public Optional<Step> stepThatTurns(String check) {
        return steps.stream().filter(step -> step.checks().contains(check)).findFirst();
    }

    /** The step that has an exercise. */
    public Optional<Step> stepWith(String method) {
        return steps.stream().filter(step -> step.methods().contains(method)).findFirst();
    }

    /** The exercises that are probably wrong if this check alone fails; null if the clues do not name it. */
    public Clue clue(String check) {
        return clues.stream()
                .filter(clue -> clue.checks().contains(check))
                .findFirst()
                .orElse(null);
    }

    /** For each check of the clues, in their order, the exercises and their step, as {@code AckFrom.of (step 1)}. */
    public Map<String, String> exercises() {
        Map<String, String> exercises = new LinkedHashMap<>();
        for (Clue clue : clues) {
            String methods = clue.methods().stream().map(this::named).collect(Collectors.joining(" or "));
            clue.checks().forEach(check -> exercises.put(check, methods));
        }
        return exercises;
    }

    private String named(String method) {
        return stepWith(method)
                .map(step -> method + " (step " + (steps.indexOf(step) + 1) + ")")
                .orElse(method);
    }

    /** The place of a check among failed ones: first the checks of the clues, then the others by the step of their rule. */
    public int order(String check, String rule) {
        List<String> all = List.copyOf(exercises().keySet());
        return all.contains(check)
                ? all.indexOf(check)
                : all.size() + stepOf(rule).map(steps::indexOf).orElse(steps.size());
    }

    /** Those of the first so many steps. */
    public List<String> methods(int steps) {
        return this.steps.stream()
                .limit(steps)
                .flatMap(step -> step.methods().stream())
                .toList();
    }
}
