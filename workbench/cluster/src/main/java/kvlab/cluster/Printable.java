package kvlab.cluster;

import java.util.regex.Pattern;

/**
 * What others wrote, for a terminal: a node, a compiler that shows somebody's source, a file in somebody's folder. A terminal
 * takes some characters for commands, which move, hide and repaint what stands there, or type an answer.
 */
public final class Printable {

    /** Those that are no text, and those that turn the direction in which it is read. */
    private static final Pattern COMMANDS =
            Pattern.compile("[\\p{Cc}&&[^\\n\\t]]|[\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]");

    private static final Pattern PLAIN = Pattern.compile("[\\w@%+:,./-][\\w@%+=:,./-]*");

    private Printable() {}

    /** In a command to be pasted into a terminal: such that a shell takes it for one word. */
    public static String word(String word) {
        return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    /** The same lines, with a mark where a command was. */
    public static String text(String others) {
        return COMMANDS.matcher(String.valueOf(others).replace("\r\n", "\n")).replaceAll("\ufffd");
    }
}
