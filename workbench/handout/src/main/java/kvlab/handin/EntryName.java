package kvlab.handin;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** The name of a file in a hand-in. What a hand-in may hold is known, so all else is refused, whatever it would do. */
final class EntryName {

    private static final int DEEPEST = 20;
    private static final int LONGEST = 200;

    private static final Pattern KNOWN = Pattern.compile("manifest\\.json|kvlab\\.properties"
            + "|grade\\.(?:json|fingerprint|html)|report\\.(?:ipynb|html)|src/.+"
            + "|runs/[\\w.-]+/(?:(?:run|compare|wrk2)\\.json|wrk2\\.txt|stacks-\\w+\\.txt\\.gz"
            + "|flame-[\\w-]+\\.html)");

    private EntryName() {}

    static void check(String name) throws BadHandIn {
        if (!name.equals(name.replaceAll("[\\p{Cc}\\p{Cs}]", ""))) {
            throw BadHandIn.of("the name of an entry holds control characters");
        }
        String told = "entry " + (name.length() > LONGEST ? name.substring(0, LONGEST) + "…" : name);
        if (name.getBytes(StandardCharsets.UTF_8).length > LONGEST) {
            throw BadHandIn.of(told + " has a name of more than " + LONGEST + " bytes");
        }
        if (name.startsWith("/") || name.contains("\\") || name.matches("[A-Za-z]:.*")) {
            throw BadHandIn.of(told + " is no path below the hand-in");
        }
        String[] steps = name.split("/");
        for (String step : steps) {
            if (step.isEmpty() || step.equals(".") || step.equals("..")) {
                throw BadHandIn.of(told + " is no plain path below the hand-in");
            }
            // Some programs obey what they find under such a name.
            if (step.startsWith(".")) {
                throw BadHandIn.of(told + " is hidden: expected names that do not begin with a dot");
            }
        }
        if (steps.length > DEEPEST) {
            throw BadHandIn.of(told + " is nested deeper than " + DEEPEST + " folders");
        }
    }

    static void checkKnown(String name) throws BadHandIn {
        if (name.endsWith("/knee.json")) {
            throw BadHandIn.of("entry " + name + " is of an older kit; measure that knee again, and submit again");
        }
        if (!KNOWN.matcher(name).matches()) {
            throw BadHandIn.of("entry " + name + " is no part of a hand-in, which ./lab submit makes");
        }
    }
}
