package kvlab.grader.history;

import java.util.ArrayList;
import java.util.List;

/** A history made by hand: times are milliseconds, quorums are written as in the parameter, the key is k. */
final class Story {

    private static final long MS = 1_000_000;

    private final List<Operation> operations = new ArrayList<>();
    private final List<Fault> faults = new ArrayList<>();

    /** @param client asks the node of the same number: client 1 asks node 8081 */
    private static Request request(int client, Request.Kind kind, String value, String quorum) {
        return request(client, 8080 + client, "k", kind, value, quorum);
    }

    static Request request(int client, int node, String key, Request.Kind kind, String value, String quorum) {
        String[] numbers = quorum.split("/");
        return new Request(
                client, "" + node, kind, key, value, Integer.parseInt(numbers[0]), Integer.parseInt(numbers[1]));
    }

    Operation put(int client, String value, String quorum, long from, long until) {
        return add(request(client, Request.Kind.PUT, value, quorum).acknowledged(from * MS, until * MS));
    }

    Operation putVia(int node, int client, String value, String quorum, long from, long until) {
        return add(request(client, node, "k", Request.Kind.PUT, value, quorum).acknowledged(from * MS, until * MS));
    }

    Operation putTo(String key, int client, String value, String quorum, long from, long until) {
        return add(request(client, 8081, key, Request.Kind.PUT, value, quorum).acknowledged(from * MS, until * MS));
    }

    Operation delete(int client, String quorum, long from, long until) {
        return add(request(client, Request.Kind.DELETE, null, quorum).acknowledged(from * MS, until * MS));
    }

    Operation refusedPut(int client, String value, String quorum, long from, long until) {
        return add(request(client, Request.Kind.PUT, value, quorum).refused(from * MS, until * MS));
    }

    Operation refusedDelete(int client, String quorum, long from, long until) {
        return add(request(client, Request.Kind.DELETE, null, quorum).refused(from * MS, until * MS));
    }

    Operation lostPut(int client, String value, String quorum, long from) {
        return add(request(client, Request.Kind.PUT, value, quorum).lost(from * MS));
    }

    Operation lostDelete(int client, String quorum, long from) {
        return add(request(client, Request.Kind.DELETE, null, quorum).lost(from * MS));
    }

    Operation get(int client, String found, String quorum, long from, long until) {
        return add(request(client, Request.Kind.GET, null, quorum).read(found, from * MS, until * MS));
    }

    Operation refusedGet(int client, String quorum, long from, long until) {
        return add(request(client, Request.Kind.GET, null, quorum).refused(from * MS, until * MS));
    }

    Operation lostGet(int client, String quorum, long from) {
        return add(request(client, Request.Kind.GET, null, quorum).lost(from * MS));
    }

    void fault(String node, String what, long from, long until) {
        faults.add(new Fault(node, what, from * MS, until * MS));
    }

    private Operation add(Operation operation) {
        operations.add(operation);
        return operation;
    }

    History history() {
        return new History(operations, faults);
    }

    Verdict verdict(int minimum) {
        return Judge.judge(history(), minimum);
    }
}
