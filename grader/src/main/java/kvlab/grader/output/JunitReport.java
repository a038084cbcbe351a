package kvlab.grader.output;

import static kvlab.cluster.Markup.escaped;

import java.util.Locale;
import kvlab.grader.CheckResult;
import kvlab.grader.Grade;
import kvlab.grader.Outcome;

/** JUnit's XML, which every build server shows. There an inconclusive check is an error, and one that waits for an exercise is skipped. */
public final class JunitReport {

    private JunitReport() {}

    public static String text(Grade grade) {
        StringBuilder xml = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        xml.append(String.format(
                Locale.ROOT,
                "<testsuite name=\"%s\" tests=\"%d\" failures=\"%d\" errors=\"%d\" skipped=\"%d\" time=\"%.3f\">%n",
                escaped(grade.stage()),
                grade.results().size(),
                grade.count(Outcome.FAIL),
                grade.count(Outcome.INCONCLUSIVE),
                grade.count(Outcome.SKIPPED) + grade.count(Outcome.OPEN),
                grade.seconds()));
        grade.results().forEach(result -> xml.append(testCase(grade, result)));
        return xml.append("</testsuite>\n").toString();
    }

    /** One error, which says why there is no grade. */
    public static String none(String stage, String why) {
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"" + escaped(stage)
                + "\" tests=\"1\" failures=\"0\" errors=\"1\" skipped=\"0\">\n  <testcase classname=\"" + escaped(stage)
                + "\" name=\"grade\">\n    <error message=\"" + escaped(why) + "\"/>\n  </testcase>\n</testsuite>\n";
    }

    private static String testCase(Grade grade, CheckResult result) {
        String head = String.format(
                Locale.ROOT,
                "  <testcase classname=\"%s.%s\" name=\"%s\" time=\"%.3f\"",
                escaped(grade.stage()),
                result.check().rule(),
                escaped(result.check().id()),
                result.seconds());
        String element = switch (result.outcome()) {
            case PASS -> "";
            case FAIL -> "failure";
            case OPEN, SKIPPED -> "skipped";
            case INCONCLUSIVE -> "error";
        };
        return element.isEmpty()
                ? head + "/>\n"
                : head + ">\n    <" + element + " message=\"" + escaped(Causes.words(result)) + "\"/>\n  </testcase>\n";
    }
}
