package kvlab.replication;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import kvlab.http.Query;
import kvlab.http.Refusal;
import kvlab.node.Exercise;

/** How many replicas keep an entity, and how many of them have to answer. */
public record AckFrom(int ack, int from) {

    private static final Pattern REPLICAS = Pattern.compile("([0-9]+)/([0-9]+)");
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}");

    /** A client says {@code replicas=2/3}, or {@code ack=2&from=3}, or nothing, which means a quorum of all. */
    @Exercise(value = "Take ack and from out of the query, and refuse everything that R2 lists", rule = "R2")
    public static AckFrom of(Query query, int nodes) {
        byte[] replicas = query.value("replicas");
        byte[] ack = query.value("ack");
        byte[] from = query.value("from");
        if (replicas == null && ack == null && from == null) {
            return quorum(nodes);
        }
        if (replicas != null && (ack != null || from != null)) {
            throw Refusal.badRequest("give either replicas=ACK/FROM or ack=ACK&from=FROM");
        }
        if (replicas != null) {
            return parse(new String(replicas, ISO_8859_1), nodes);
        }
        if (ack == null || from == null) {
            throw Refusal.badRequest("ack and from go together; " + (ack == null ? "ack" : "from") + " is missing");
        }
        return parse(new String(ack, ISO_8859_1) + "/" + new String(from, ISO_8859_1), nodes);
    }

    /** More than half of all nodes: two such sets always have a node in common. */
    static AckFrom quorum(int nodes) {
        return new AckFrom(nodes / 2 + 1, nodes);
    }

    private static AckFrom parse(String text, int nodes) {
        Matcher matcher = REPLICAS.matcher(text);
        if (!matcher.matches()) {
            throw Refusal.badRequest("replicas are '" + text + "'; expected two whole numbers, as 2/3");
        }
        int ack = number(matcher.group(1));
        int from = number(matcher.group(2));
        if (ack < 1 || ack > from || from > nodes) {
            throw Refusal.badRequest(
                    "replicas are '" + text + "'; expected 1 <= ACK <= FROM <= " + nodes + ", the number of nodes");
        }
        return new AckFrom(ack, from);
    }

    /** Larger than any number of nodes when it does not fit. */
    private static int number(String digits) {
        return NUMBER.matcher(digits).matches() ? Integer.parseInt(digits) : Integer.MAX_VALUE;
    }

    @Override
    public String toString() {
        return ack + "/" + from;
    }
}
