package kvlab.bench.kept;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import kvlab.bench.lint.Lint;

/**
 * One side of a comparison.
 *
 * @param label A, B, …
 * @param name what it is, as 3-replication or client=futures
 */
public record Side(String label, String name, List<Run> runs) {

    /** With one of these a figure is that of something else than of requests at this rate. */
    private static final Set<String> SPOILING =
            Set.of("rate-not-held", "saturated", "bad-answers", "lost", "missing", "wrong", "too-short");

    public String title() {
        return label + " (" + name + ")";
    }

    /** The faults that make its figures incomparable, in the order in which lint tells them. */
    public List<Lint.Fault> spoiling() {
        return faults().filter(fault -> SPOILING.contains(fault.id())).toList();
    }

    public boolean isSpoilt() {
        return !spoiling().isEmpty();
    }

    /** The words for the other faults: both sides may have them alike, and measuring in turn is made for that. */
    public Set<String> caveats() {
        Set<String> words = new TreeSet<>();
        faults().filter(fault -> !SPOILING.contains(fault.id())).forEach(fault -> words.add(fault.id()));
        return words;
    }

    public long count(String fault) {
        return runs.stream()
                .filter(run -> run.lint().stream().anyMatch(each -> each.id().equals(fault)))
                .count();
    }

    private Stream<Lint.Fault> faults() {
        return runs.stream().flatMap(run -> run.lint().stream());
    }

    /** The one that was profiled, if any was. */
    public Run last() {
        return runs.get(runs.size() - 1);
    }
}
