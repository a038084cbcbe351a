package kvlab.grader.history;

import java.util.List;
import java.util.function.ToLongFunction;

/** Looks up a time in what is sorted by it. */
final class Times {

    private Times() {}

    static int firstAfter(List<Operation> sorted, ToLongFunction<Operation> time, long limit) {
        int low = 0;
        int high = sorted.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (time.applyAsLong(sorted.get(middle)) > limit) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }
}
