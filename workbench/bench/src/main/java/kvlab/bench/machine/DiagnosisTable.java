package kvlab.bench.machine;

import java.util.ArrayList;
import java.util.List;

/**
 * A diagnosis for people: verdict, name, what was found; under it, what mends it. A command that does not fit into 80
 * columns is broken the way a shell reads on, so that it can still be copied as it stands.
 */
final class DiagnosisTable {
    private static final int WIDTH = 80;
    private static final int VERDICT = 6;
    private static final int NAME = 13;
    private static final String MEND = "mend: ";
    private static final String BLANKS_OUTSIDE_QUOTES = " +(?=([^\"]*\"[^\"]*\")*[^\"]*$)";

    private final Diagnosis diagnosis;
    private final boolean colour;

    DiagnosisTable(Diagnosis diagnosis, boolean colour) {
        this.diagnosis = diagnosis;
        this.colour = colour;
    }

    String text() {
        StringBuilder out = new StringBuilder();
        for (Finding finding : diagnosis.findings()) {
            found(out, finding);
            if (finding.remedy() != null) {
                remedy(out, finding.remedy());
            }
        }
        return out.append('\n').append(summary()).append('\n').toString();
    }

    private void found(StringBuilder out, Finding finding) {
        String word = finding.verdict().word();
        out.append(colour ? finding.verdict().coloured(word) : word)
                .append(" ".repeat(VERDICT - word.length()))
                .append(finding.name())
                .append(" ".repeat(NAME - finding.name().length()));
        int indent = VERDICT + NAME;
        List<String> lines = wrap(finding.found().strip().split("\\s+"), WIDTH - indent);
        out.append(String.join("\n" + " ".repeat(indent), lines)).append('\n');
    }

    private static void remedy(StringBuilder out, String remedy) {
        int indent = VERDICT + MEND.length();
        int width = WIDTH - indent - " \\".length();
        List<String> lines = new ArrayList<>();
        // A shell goes on reading after && as it does after a backslash.
        for (String command : remedy.length() > width ? remedy.split("(?<= &&) ") : new String[] {remedy}) {
            lines.add(String.join(" \\\n" + " ".repeat(indent), wrap(command.split(BLANKS_OUTSIDE_QUOTES), width)));
        }
        out.append(" ".repeat(VERDICT)).append(MEND);
        out.append(String.join("\n" + " ".repeat(indent), lines)).append('\n');
    }

    private String summary() {
        return diagnosis.count(Verdict.OK) + " ok, " + number(diagnosis.count(Verdict.WARN), "warning") + ", "
                + number(diagnosis.count(Verdict.FAIL), "failure");
    }

    private static String number(long count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }

    /** A word longer than a line stays whole. */
    private static List<String> wrap(String[] words, int width) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : words) {
            if (line.length() > 0 && line.length() + 1 + word.length() > width) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.length() == 0 ? "" : " ").append(word);
        }
        lines.add(line.toString());
        return lines;
    }
}
