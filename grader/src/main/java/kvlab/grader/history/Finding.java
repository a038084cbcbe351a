package kvlab.grader.history;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Why no right store could have answered so.
 *
 * @param operations the few that show it, in the order in which they began
 * @param read the one of them whose answer is wrong, after what was known before it
 */
public record Finding(List<Operation> operations, Operation read, String sentence) {

    static Finding of(Operation read, Stream<Operation> others, String sentence) {
        List<Operation> operations = Stream.concat(others, Stream.of(read))
                .distinct()
                .sorted(Comparator.comparingLong(Operation::invoked))
                .toList();
        return new Finding(operations, read, sentence);
    }
}
