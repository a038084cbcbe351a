package kvlab.grader;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import kvlab.cluster.UsageException;

/**
 * The gallery, as far as the command line knows it. Its nodes are the reference with a mistake in it, so an edition of the kit
 * that shows no solution goes without them: they are looked for when the program runs.
 */
public interface BrokenNodes {

    /** The share of mutations that the checks of a stage must catch, in percent. */
    int SCORE = 90;

    /** Each as {@code 2-sharding:order}. */
    List<String> names();

    /**
     * Grades one of them by all checks of its stage.
     *
     * @param inProcess its nodes in this JVM where that can be
     * @param kitHome where stages/ is
     * @param scratch a folder for everything that is needed meanwhile
     */
    Verdict grade(String name, boolean inProcess, Path kitHome, Path scratch, Progress progress)
            throws IOException, NotGradable, UsageException;

    /**
     * Grades the stages with one instruction changed at a time, and prints a line for each change and one for each stage.
     *
     * @param only names of stages or of changes; all when there are none
     * @param out one line at a time
     * @return whether each stage's checks catch at least {@link #SCORE} % of the changes that a client can see
     */
    boolean mutate(List<String> only, Path kitHome, Path scratch, Consumer<String> out) throws Exception;

    /**
     * What became of it.
     *
     * @param wrong what is wrong with it, in words
     * @param checks those that are named for it
     * @param isDecided whether one of them was run
     * @param missed those that were run and did not fail
     * @param unexpected those that failed and should not have, and what they reported
     */
    record Verdict(
            String wrong, Set<String> checks, boolean isDecided, Set<String> missed, Map<String, String> unexpected) {

        public boolean isCaught() {
            return isDecided && missed.isEmpty() && unexpected.isEmpty();
        }
    }
}
