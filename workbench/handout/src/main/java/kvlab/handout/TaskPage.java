package kvlab.handout;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A stage's page in docs/, as far as commands read it: the steps of its task and the hints. They are written there for a
 * student, and nowhere else a second time.
 *
 * @param steps in the order in which they are to be solved
 */
public record TaskPage(List<Step> steps, List<Hint> hints) {

    private static final String TASK = "## The task";
    private static final Pattern STEP = Pattern.compile("[0-9]+\\. (.*)");
    private static final Pattern HINT = Pattern.compile("- \\*([^*]+)\\* \\(([^)]*)\\)\\. (.*)");
    private static final Pattern ROW = Pattern.compile("\\| ([0-9]+) \\| (.*) \\|");
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

    /** @param parts each a little stronger than the one before */
    public record Hint(String title, List<String> rules, List<String> parts) {}

    public static TaskPage of(Path kitHome, String stage) throws IOException {
        return of(Files.readString(kitHome.resolve("docs").resolve(stage + ".md")));
    }

    static TaskPage of(String text) {
        List<Step> steps = new ArrayList<>();
        List<Hint> hints = new ArrayList<>();
        for (String item : items(section(text))) {
            Matcher step = STEP.matcher(item);
            Matcher hint = HINT.matcher(item);
            Matcher row = ROW.matcher(item);
            if (step.matches()) {
                steps.add(step(step.group(1)));
            } else if (row.matches()) {
                Step of = steps.get(Integer.parseInt(row.group(1)) - 1);
                CHECK.matcher(row.group(2))
                        .results()
                        .forEach(check -> of.checks().add(check.group(1)));
            } else if (hint.matches()) {
                hints.add(new Hint(
                        hint.group(1),
                        rules(hint.group(2)),
                        Arrays.asList(hint.group(3).split(" — "))));
            }
        }
        return new TaskPage(steps, hints);
    }

    private static String section(String text) {
        int begin = text.indexOf(TASK);
        int end = text.indexOf("\n## ", begin + 1);
        return begin < 0 ? "" : text.substring(begin, end < 0 ? text.length() : end);
    }

    /** Each in one line: what is indented belongs to the line before. */
    private static List<String> items(String section) {
        return Arrays.asList(section.replaceAll("\n +", " ").split("\n"));
    }

    /** The methods stand before the rules, a class only where it is another than before: {@code A.x} and {@code y} (R1). */
    private static Step step(String text) {
        int rules = text.indexOf('(');
        List<String> methods = new ArrayList<>();
        String type = "";
        for (Matcher method = METHOD.matcher(text.substring(0, rules)); method.find(); ) {
            type = method.group(1) == null ? type : method.group(1);
            methods.add(type + "." + method.group(2));
        }
        return new Step(methods, rules(text.substring(rules, text.indexOf(')', rules))), new ArrayList<>());
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

    /** The step that is about a rule. */
    public Optional<Step> stepOf(String rule) {
        return steps.stream().filter(step -> step.rules().contains(rule)).findFirst();
    }

    /** The step that turns a check green. */
    public Optional<Step> stepThatTurns(String check) {
        return steps.stream().filter(step -> step.checks().contains(check)).findFirst();
    }

    /** In which step the rule is met, counted from 0. A rule that belongs to no step comes last. */
    public int order(String rule) {
        return stepOf(rule).map(steps::indexOf).orElse(steps.size());
    }

    /** Those of the first so many steps. */
    public List<String> methods(int steps) {
        return this.steps.stream()
                .limit(steps)
                .flatMap(step -> step.methods().stream())
                .toList();
    }
}
