package kvlab.grader.history;

import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** All that happened, in the order in which it began. */
public record History(List<Operation> operations, List<Fault> faults) {

    public History {
        operations = operations.stream()
                .sorted(Comparator.comparingLong(Operation::invoked))
                .toList();
        faults = List.copyOf(faults);
        Set<String> values = new HashSet<>();
        for (Operation operation : operations) {
            if (operation.request().kind() == Request.Kind.PUT && !values.add(operation.value())) {
                throw new IllegalArgumentException("two PUTs of '" + operation.value()
                        + "'; each needs a value of its own, by which a read tells whom it saw");
            }
        }
    }

    /** How reports call an operation: the first is 1. */
    public int number(Operation operation) {
        int index = Times.firstAfter(operations, Operation::invoked, operation.invoked() - 1);
        while (!operations.get(index).equals(operation)) {
            index++;
        }
        return index + 1;
    }
}
