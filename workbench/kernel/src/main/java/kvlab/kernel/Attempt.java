package kvlab.kernel;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import kvlab.bench.machine.JdkFinder;
import kvlab.cluster.UsageException;

/**
 * A comparison that takes what not every machine has: links with a delay or a load at the highest rate, which are for this machine
 * alone, or another JDK. Where that is missing a notebook says so and goes on, since all else in it can be measured.
 */
public final class Attempt implements Shown {

    private static final String LINKS = "link-delay";
    private static final String JDK = "jdk";
    private static final Pattern JDK_OF_A_SIDE = Pattern.compile("[:,]jdk=([^,]+)");

    private final Compared made;
    private final String missing;
    private final Display display;

    private Attempt(Compared made, String missing, Display display) {
        this.made = made;
        this.missing = missing;
        this.display = display;
    }

    static Attempt made(Compared made, Display display) {
        return new Attempt(made, null, display);
    }

    static Attempt missing(String missing, Display display) {
        return new Attempt(null, missing, display);
    }

    /**
     * Why it cannot be made here; null when it can.
     *
     * @param words the command, with all of its options
     */
    static String missing(Path home, List<String> words) {
        String target = value(words, "--target");
        if (target != null && (value(words, "--" + LINKS) != null || vary(words, LINKS) != null)) {
            return "links with a delay stand on this machine alone, and the nodes run on " + target
                    + "; run it without a target";
        }
        if (target != null && words.contains("--saturate")) {
            return "a highest rate is measured on this machine alone, and the nodes run on " + target
                    + "; run it without a target";
        }
        Set<String> jdks = jdks(words);
        if (target != null && !jdks.isEmpty()) {
            return target + " has the Java that it has, and this takes JDK " + String.join(" and ", jdks)
                    + " of this machine; run it without a target";
        }
        return missingJdks(home, jdks);
    }

    /** Those of {@code --vary jdk=17,25}, and of sides such as {@code 4-async-client:jdk=25,client=virtual}. */
    private static Set<String> jdks(List<String> words) {
        String varied = vary(words, JDK);
        Set<String> jdks = new LinkedHashSet<>(varied == null ? List.of() : List.of(varied.split(",")));
        words.forEach(word -> JDK_OF_A_SIDE.matcher(word).results().forEach(found -> jdks.add(found.group(1))));
        return jdks;
    }

    private static String missingJdks(Path home, Set<String> jdks) {
        List<String> missing = new ArrayList<>();
        for (String version : jdks) {
            try {
                JdkFinder.jvm(home, version);
            } catch (UsageException e) {
                missing.add(version);
            }
        }
        return missing.isEmpty()
                ? null
                : "there is no JDK " + String.join(" and no JDK ", missing)
                        + " on this machine; ./lab doctor lists those"
                        + " that there are: install what is missing, and run it again";
    }

    private static String vary(List<String> words, String name) {
        String varied = value(words, "--vary");
        return varied != null && varied.startsWith(name + "=") ? varied.substring(name.length() + 1) : null;
    }

    private static String value(List<String> words, String option) {
        int index = words.indexOf(option);
        return index < 0 || index + 1 == words.size() ? null : words.get(index + 1);
    }

    /** A part of it, as a chart; nothing where there is none. */
    public void show(Function<Compared, Object> part) {
        if (made != null) {
            display.show(part.apply(made));
        }
    }

    @Override
    public String html() {
        return made == null ? Html.paragraph(sentence()) : made.html();
    }

    @Override
    public String text() {
        return made == null ? sentence() : made.text();
    }

    private String sentence() {
        return "Not measured: " + missing + ".";
    }

    @Override
    public String toString() {
        return text();
    }
}
