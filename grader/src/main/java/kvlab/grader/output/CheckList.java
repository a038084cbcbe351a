package kvlab.grader.output;

import java.util.List;
import java.util.Locale;
import kvlab.grader.GradedCheck;
import kvlab.grader.Points;
import kvlab.grader.Rule;

/** What a stage is checked for, before it is: names for {@code --only}, and what each check is worth and does. */
public final class CheckList {

    private static final int COLUMNS = 79;

    private CheckList() {}

    /** @param checks in the order of their rules */
    public static String text(List<GradedCheck> checks) {
        StringBuilder text = new StringBuilder();
        Rule last = null;
        for (GradedCheck check : checks) {
            if (check.rule() != last) {
                last = check.rule();
                text.append(text.isEmpty() ? "" : "\n")
                        .append(lines(last + " " + last.sentence(), ""))
                        .append(String.format("holds in stages %d to %d%n", last.fromStage(), last.untilStage()));
            }
            text.append(String.format(
                    Locale.ROOT,
                    "  %-38s  %4s points, %s, %d s at most%n",
                    check.id(),
                    Points.text(check.points()),
                    check.optional() ? "optional" : "required",
                    check.seconds()));
            text.append(lines(check.name(), "     "));
            if (!check.needs().isEmpty()) {
                text.append(lines("(" + String.join("; ", check.needs()) + ")", "     "));
            }
        }
        return text.toString();
    }

    /** Words as they fit into a terminal. */
    private static String lines(String text, String indent) {
        return text.replaceAll("(.{1," + (COLUMNS - indent.length()) + "})(?: |$)", indent + "$1\n");
    }
}
