package kvlab.kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import kvlab.cluster.Printable;

/** A command line in one string, as a terminal would take it apart: quotes keep words together, and ~/ is the user's folder. */
final class Words {

    private static final Pattern WORD = Pattern.compile("(?:[^\\s'\"]|'[^']*'|\"[^\"]*\")+");
    private static final Pattern QUOTES = Pattern.compile("'([^']*)'|\"([^\"]*)\"");
    private static final String HOME = "~/";

    /** What a command line would take apart. */
    private static final Pattern TORN = Pattern.compile("[\\s'\"]");

    /** A letter that no keyboard has, on both sides of an argument's number. */
    private static final String MARK = "\uE000";

    private static final Pattern MARKED = Pattern.compile(MARK + "(\\d+)" + MARK);

    private Words() {}

    /**
     * Of a command with arguments, as {@code String.format} takes them. Only the command is taken apart, and none of the
     * arguments: somebody's folder may have a blank in its name.
     */
    static List<String> of(String command, Object... arguments) {
        Object[] marked = arguments.clone();
        for (int i = 0; i < marked.length; i++) {
            if (marked[i] instanceof String text && TORN.matcher(text).find()) {
                marked[i] = (text.startsWith(HOME) ? HOME : "") + MARK + i + MARK;
            }
        }
        return of(String.format(Locale.ROOT, command, marked)).stream()
                .map(word -> MARKED.matcher(word)
                        .replaceAll(mark -> Matcher.quoteReplacement(
                                withoutHome((String) arguments[Integer.parseInt(mark.group(1))]))))
                .toList();
    }

    private static String withoutHome(String argument) {
        return argument.startsWith(HOME) ? argument.substring(HOME.length()) : argument;
    }

    static List<String> of(String line) {
        List<String> words = new ArrayList<>();
        Matcher word = WORD.matcher(line);
        int end = 0;
        while (word.find()) {
            requireBlank(line, end, word.start());
            String unquoted = QUOTES.matcher(word.group())
                    .replaceAll(quoted ->
                            Matcher.quoteReplacement(quoted.group(1) != null ? quoted.group(1) : quoted.group(2)));
            words.add(
                    word.group().startsWith(HOME) ? System.getProperty("user.home") + unquoted.substring(1) : unquoted);
            end = word.end();
        }
        requireBlank(line, end, line.length());
        return words;
    }

    private static void requireBlank(String line, int from, int to) {
        if (!line.substring(from, to).isBlank()) {
            throw new LabFailure("\"" + line + "\": a quote is not closed");
        }
    }

    /** Such that it can be pasted into a terminal. */
    static String line(List<String> words) {
        return words.stream().map(Printable::word).collect(Collectors.joining(" "));
    }

    /** These words, and of others those options that are not among them; what is told for one command goes before the rest. */
    static List<String> with(List<String> words, List<String> others) {
        List<String> all = new ArrayList<>(words);
        boolean taken = false;
        for (String word : others) {
            if (word.startsWith("-")) {
                taken = !words.contains(word);
            }
            if (taken) {
                all.add(word);
            }
        }
        return all;
    }
}
