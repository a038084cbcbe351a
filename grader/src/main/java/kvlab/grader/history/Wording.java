package kvlab.grader.history;

import java.util.List;
import java.util.stream.Collectors;

/** Says what is wrong, in sentences that name clients, nodes, values and quorums. */
final class Wording {

    private final History history;

    Wording(History history) {
        this.history = history;
    }

    String nobody(Operation read) {
        return read(read, "") + ", a value that nobody wrote";
    }

    String otherKey(Operation read, Operation writer) {
        return read(read, "") + ", but that is a value of another key: " + name(writer) + " by client "
                + writer.request().client() + " wrote it to '"
                + writer.request().key() + "'";
    }

    String future(Operation read, Operation writer) {
        return read(read, "") + " before " + name(writer) + " by client "
                + writer.request().client() + ", which wrote it, had begun";
    }

    String nothing(Operation read, Operation write) {
        return read(read, "") + " although " + named(write) + " had been " + acknowledged(write, read)
                + ", and no DELETE can be newer";
    }

    /** @param circle ends with the read that closes it */
    String circle(List<VersionOrder.Step> circle) {
        VersionOrder.Step last = circle.get(circle.size() - 1);
        if (circle.size() == 2 && circle.get(0).read() == null) {
            return stale(last.read(), last.newer(), last.older());
        }
        return "the reads of key '" + last.read().request().key() + "' contradict each other: "
                + circle.subList(0, circle.size() - 1).stream()
                        .map(this::clause)
                        .collect(Collectors.joining("; "))
                + "; but " + clause(last);
    }

    private String stale(Operation read, Operation found, Operation newer) {
        return read(read, " (" + described(found) + ")") + " although " + named(newer) + ", begun after " + name(found)
                + " had ended, had been " + acknowledged(newer, read);
    }

    private String clause(VersionOrder.Step step) {
        if (step.read() == null) {
            return named(step.older()) + " had ended before " + named(step.newer()) + " began, so " + name(step.newer())
                    + " is newer";
        }
        Request by = step.read().request();
        String found = step.newer().value() == null
                ? "got 404, which only " + name(step.newer()) + " explains,"
                : "read '" + step.newer().value() + "' (" + name(step.newer()) + ")";
        return "client " + by.client() + " " + found + " with " + by.quorum() + " after " + named(step.older())
                + " had been acknowledged by " + step.older().request().quorum() + " (" + sum(step.older(), step.read())
                + "), so " + name(step.newer()) + " is newer";
    }

    private static String read(Operation read, String writer) {
        Request request = read.request();
        String found = read.value() == null ? " got 404 for" : " read '" + read.value() + "' of";
        return "client " + request.client() + found + " key '" + request.key() + "'" + writer + " with "
                + request.quorum() + " via node " + request.coordinator();
    }

    private static String acknowledged(Operation write, Operation read) {
        return "acknowledged by " + write.request().quorum() + " (client "
                + write.request().client() + " via node " + write.request().coordinator()
                + ") before the read began: " + sum(write, read) + ", so one of the replicas asked had it";
    }

    private static String sum(Operation write, Operation read) {
        return write.request().ack() + "+" + read.request().ack() + " > "
                + Math.max(write.request().from(), read.request().from());
    }

    private String described(Operation write) {
        String how = switch (write.outcome()) {
            case ACKNOWLEDGED -> "acknowledged by " + write.request().quorum();
            case REFUSED -> "refused";
            case LOST -> "never answered,";
        };
        return name(write) + ", " + how + " via node " + write.request().coordinator();
    }

    private String named(Operation write) {
        return name(write) + (write.value() == null ? "" : " of '" + write.value() + "'");
    }

    private String name(Operation write) {
        return write.request().kind() + " " + history.number(write);
    }
}
