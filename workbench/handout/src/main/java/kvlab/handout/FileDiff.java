package kvlab.handout;

import com.github.difflib.DiffUtils;
import com.github.difflib.UnifiedDiffUtils;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A file of a stage beside its namesake.
 *
 * @param beside the stage of the namesake; null when the file is new
 * @param lines a unified diff; of a new file, one that adds all of it
 */
public record FileDiff(String name, String stage, String beside, List<String> lines) {

    private static final int CONTEXT = 3;

    /** Two lines name the files. */
    private static final int NAMES = 2;

    private static final String BOLD = "1";
    private static final String RED = "31";
    private static final String GREEN = "32";
    private static final String CYAN = "36";

    /** @param namesake null when there is none */
    static FileDiff of(StageFile namesake, StageFile file) {
        List<String> before = namesake == null ? List.of() : namesake.lines();
        List<String> lines = UnifiedDiffUtils.generateUnifiedDiff(
                namesake == null ? null : namesake.path(),
                file.path(),
                before,
                DiffUtils.diff(before, file.lines()),
                CONTEXT);
        return new FileDiff(file.name(), file.stage(), namesake == null ? null : namesake.stage(), lines);
    }

    public boolean isNew() {
        return beside == null;
    }

    public int added() {
        return count("+");
    }

    public int removed() {
        return count("-");
    }

    private int count(String sign) {
        return (int)
                lines.stream().skip(NAMES).filter(line -> line.startsWith(sign)).count();
    }

    String text(boolean colour) {
        String title = name + ": " + (isNew() ? "new in " + stage : stage + " beside " + beside);
        String text = lines.stream()
                .map(line -> colour ? coloured(line) : line)
                .map(line -> line + "\n")
                .collect(Collectors.joining());
        return (colour ? in(BOLD, title) : title) + "\n" + text;
    }

    private static String coloured(String line) {
        if (line.startsWith("+++ ") || line.startsWith("--- ")) {
            return in(BOLD, line);
        }
        return switch (line.isEmpty() ? ' ' : line.charAt(0)) {
            case '+' -> in(GREEN, line);
            case '-' -> in(RED, line);
            case '@' -> in(CYAN, line);
            default -> line;
        };
    }

    private static String in(String colour, String line) {
        return "\u001b[" + colour + "m" + line + "\u001b[0m";
    }
}
