package kvlab.handin;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The page of a report. It is made when the notebook is run, and a conclusion is written afterwards: whoever saves the notebook
 * and leaves the page as it was hands in a report without one. So the page has to show what the notebook says; of both only
 * letters and digits count, for the rest is Markdown in one and HTML in the other.
 */
final class ReportPage {

    /** Fewer letters in a row may be of a name or a mark. */
    private static final int SHORTEST = 8;

    /** A page may be large, and the longest tell enough. */
    private static final int MOST_PIECES = 10;

    /** To look for a long piece takes as often as long, on a page that was made for it. */
    private static final int LONGEST = 32;

    private static final int LONGEST_NAME = 10;

    private static final Pattern FENCE = Pattern.compile("(?m)^ *+(?:```|~~~).*$");

    private ReportPage() {}

    /** Whether it shows what the report says. */
    static boolean shows(Path page, Report report) throws IOException {
        List<String> pieces = Stream.of(report.prediction(), report.conclusion())
                .flatMap(text -> pieces(text).stream()
                        .sorted(Comparator.comparing(String::length).reversed())
                        .limit(MOST_PIECES))
                .map(piece -> piece.substring(0, Math.min(piece.length(), LONGEST)))
                .toList();
        String letters = letters(new String(Files.readAllBytes(page), StandardCharsets.UTF_8));
        return pieces.stream().allMatch(letters::contains);
    }

    /** What of a text in Markdown is the same wherever it is shown: words that nothing stands between but blanks and commas. */
    static List<String> pieces(String markdown) {
        List<String> pieces = new ArrayList<>();
        StringBuilder piece = new StringBuilder();
        // The language of a block of code is not shown.
        String text = FENCE.matcher(markdown).replaceAll(" \n") + "\n";
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isLetterOrDigit(c)) {
                piece.append(c);
            } else if (c != ' ' && c != ',') {
                if (piece.length() >= SHORTEST) {
                    pieces.add(piece.toString());
                }
                piece.setLength(0);
                i = endOfWhatIsNotShown(text, i);
            }
        }
        return pieces;
    }

    /** Where a picture ends, or the address of a link, or a tag; else where it begins. */
    private static int endOfWhatIsNotShown(String text, int from) {
        if (text.startsWith("![", from) || text.startsWith("](", from)) {
            return end(text, ')', from);
        }
        return isTag(text, from) ? end(text, '>', from) : from;
    }

    private static int end(String text, char sign, int from) {
        int end = text.indexOf(sign, from);
        return end < 0 ? text.length() : end;
    }

    private static String letters(String html) {
        StringBuilder letters = new StringBuilder(html.length());
        for (int i = 0; i < html.length(); i++) {
            char c = html.charAt(i);
            if (isTag(html, i)) {
                i = end(html, '>', i);
            } else if (c == '&') {
                i += lengthOfName(html, i);
            } else if (Character.isLetterOrDigit(c)) {
                letters.append(c);
            }
        }
        return letters.toString();
    }

    /** Of a sign that is told by its name, as {@code &amp;}: none is a letter. 0 when there is none. */
    private static int lengthOfName(String html, int at) {
        int end = html.substring(at, Math.min(at + LONGEST_NAME, html.length())).indexOf(';');
        return Math.max(end, 0);
    }

    private static boolean isTag(String text, int at) {
        if (text.charAt(at) != '<' || at + 1 == text.length()) {
            return false;
        }
        char next = text.charAt(at + 1);
        return next == '/' || next == '!' || Character.isLetter(next);
    }
}
