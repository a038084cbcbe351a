package kvlab.bench.profile;

import java.util.List;
import java.util.regex.Pattern;

/**
 * One stack, taken apart.
 *
 * @param thread its name, or what the names of such threads have in common
 * @param frames from the outermost on; of allocations and locks the last one is a class
 */
record Stack(ProfileEvent event, String thread, List<String> frames) {

    /** How a frame of the kernel ends. */
    static final String KERNEL = "_[k]";

    private static final String CLASS = "_[i]";

    /** What stands between a lock and whoever takes it. */
    private static final Pattern LOCKING =
            Pattern.compile("java/util/concurrent/locks/.*|jdk/internal/misc/Unsafe\\..*|java/lang/Object\\.wait.*");

    /** But for its HTTP client, which is a choice. */
    private static final Pattern JDK = Pattern.compile("(java|javax|jdk|sun|com/sun)/(?!(internal/)?net/http/).*");

    static Stack of(ProfileEvent event, String stack) {
        List<String> frames = List.of(stack.split(";"));
        String thread = frames.size() > 1 ? frames.get(1).replaceAll("^\\[|]$", "") : "";
        return new Stack(event, thread, frames.subList(Math.min(2, frames.size()), frames.size()));
    }

    String leaf() {
        return frames.isEmpty() ? "" : frames.get(frames.size() - 1);
    }

    boolean has(Pattern pattern) {
        return frames.stream().anyMatch(frame -> pattern.matcher(frame).find());
    }

    /** The index of the innermost frame that matches; -1 if none does. */
    int last(Pattern pattern) {
        for (int i = frames.size() - 1; i >= 0; i--) {
            if (pattern.matcher(frames.get(i)).find()) {
                return i;
            }
        }
        return -1;
    }

    /** What it stands for in a list: where the time went, or what was allocated or waited for, and where. */
    String self() {
        String leaf = leaf();
        if (leaf.isEmpty()) {
            return "[" + thread + "]";
        }
        return leaf.endsWith(CLASS) ? shown(leaf) + " in " + shown(site()) : shown(leaf);
    }

    /** The nearest method that is nobody's library, or else the nearest one that does not serve to lock. */
    private String site() {
        List<String> methods = frames.subList(0, frames.size() - 1);
        return nearest(methods, JDK, nearest(methods, LOCKING, "[" + thread + "]"));
    }

    private static String nearest(List<String> methods, Pattern not, String otherwise) {
        for (int i = methods.size() - 1; i >= 0; i--) {
            if (!not.matcher(methods.get(i)).matches()) {
                return methods.get(i);
            }
        }
        return otherwise;
    }

    /** As people write it. */
    private static String shown(String frame) {
        if (frame.endsWith(KERNEL)) {
            return frame.substring(0, frame.length() - KERNEL.length()) + " (kernel)";
        }
        return frame.replace(CLASS, "").replace('/', '.');
    }
}
