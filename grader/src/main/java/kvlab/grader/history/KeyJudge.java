package kvlab.grader.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Judges the reads of one key: a quorum promises nothing about two keys together. */
final class KeyJudge {

    private final Map<String, Operation> writers;
    private final Wording wording;
    private final List<Operation> reads;
    private final Writes writes;
    private final VersionOrder order;
    private final List<Finding> findings = new ArrayList<>();
    private int bound;
    private int undecided;

    /**
     * @param operations of the key, in the order in which they began
     * @param writers of each value, of whatever key
     */
    KeyJudge(List<Operation> operations, Map<String, Operation> writers, Wording wording) {
        this.writers = writers;
        this.wording = wording;
        reads = operations.stream()
                .filter(operation -> !operation.isWrite() && operation.isAcknowledged())
                .sorted(Comparator.comparingLong(Operation::completed))
                .toList();
        writes = new Writes(operations.stream().filter(Operation::isWrite).toList());
        order = new VersionOrder(writes);
    }

    /** All that is wrong, so that the plainest can be shown. */
    List<Finding> judge() {
        for (Operation read : reads) {
            List<Operation> binding = writes.binding(read);
            bound += binding.isEmpty() ? 0 : 1;
            if (read.value() != null) {
                judge(read, writers.get(read.value()), binding);
            } else if (!binding.isEmpty()) {
                judgeNothing(read, binding);
            }
        }
        return findings;
    }

    Verdict.Counts counts() {
        return new Verdict.Counts(reads.size(), bound, undecided);
    }

    private void judge(Operation read, Operation writer, List<Operation> binding) {
        if (writer == null) {
            find(read, Stream.of(), wording.nobody(read));
        } else if (!writer.request().key().equals(read.request().key())) {
            find(read, Stream.of(writer), wording.otherKey(read, writer));
        } else if (writer.invoked() > read.completed()) {
            find(read, Stream.of(writer), wording.future(read, writer));
        } else {
            add(read, writer, binding);
        }
    }

    /** That the key was never written is no explanation: a write was to be seen, and all are newer than that. */
    private void judgeNothing(Operation read, List<Operation> binding) {
        List<Operation> deletions = writes.deletions(read, binding);
        if (deletions.isEmpty()) {
            Operation write = binding.get(0);
            find(read, Stream.of(write), wording.nothing(read, write));
        } else if (deletions.size() == 1) {
            add(read, deletions.get(0), binding);
        } else {
            undecided++;
        }
    }

    private void add(Operation read, Operation found, List<Operation> binding) {
        List<VersionOrder.Step> circle = order.add(read, found, binding);
        if (!circle.isEmpty()) {
            Stream<Operation> shown =
                    circle.stream().flatMap(step -> Stream.of(step.read() == null ? read : step.read(), step.older()));
            find(read, shown, wording.circle(circle));
        }
    }

    private void find(Operation read, Stream<Operation> others, String sentence) {
        findings.add(Finding.of(read, others, sentence));
    }
}
