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

    public boolean comparable() {
        return refusal == null;
    }
}
