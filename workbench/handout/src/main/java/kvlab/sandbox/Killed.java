package kvlab.sandbox;

import java.util.regex.Pattern;

/**
 * Why a program in a sandbox was killed, in words: whoever started a grade has only what that said. Who forks or prints without
 * end does so each time; time and memory may have been short on that machine on that day.
 */
public final class Killed {

    private static final Pattern ITS_OWN_DOING = Pattern.compile(
            "killed, since it (?:had \\d+ (?:processes|threads), and \\d+ are allowed|printed more than .+)$");

    private Killed() {}

    static String since(String reason) {
        return "sandbox: killed, since " + reason;
    }

    /** @param what processes or threads */
    static String tooMany(int had, String what, int allowed) {
        return "it had " + had + " " + what + ", and " + allowed + " are allowed";
    }

    static String printed(long most) {
        return "it printed more than " + Sizes.text(most);
    }

    /** @param line the last one that whoever started the program has */
    public static boolean isItsOwnDoing(String line) {
        return ITS_OWN_DOING.matcher(line).find();
    }
}
