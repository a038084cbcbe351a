package kvlab.bench.kept;

import java.util.List;

/**
 * A variant beside the baseline.
 *
 * @param baseline A
 * @param variant B, C, …
 * @param refusal why no figure of the two is comparable; null when they are
 * @param headline all of it in a sentence or two
 * @param caveats what else was seen that speaks against the figures
 */
public record Outcome(
        String baseline,
        String variant,
        String refusal,
        String headline,
        List<Difference> figures,
        List<String> caveats) {

    /** The beginning of a headline when too few windows were quiet. */
    public static final String DISTURBED = "Disturbed in ";

    /** The warning at the beginning of the headline; empty if there is none. */
    String warning() {
        return headline.startsWith(DISTURBED) ? headline.substring(0, headline.indexOf(". ") + 2) : "";
    }

    public boolean comparable() {
        return refusal == null;
    }
}
