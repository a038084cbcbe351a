package kvlab.grader;

import static kvlab.grader.Expect.expect;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import kvlab.grader.history.Fault;
import kvlab.grader.history.History;
import kvlab.grader.history.Operation;
import kvlab.grader.history.Request;
import kvlab.grader.history.Workload;

/**
 * Several clients use a cluster at the same time, whatever happens to it meanwhile, and write down what they asked, when,
 * and what came back. In the end, when all nodes are well again, each of them reads every key once more.
 */
final class ClientRun {

    private static final int CLIENTS = 6;

    /** So many that some are not written again for a while after a node has missed a write of theirs. */
    private static final int KEYS = 40;

    /** Writes of a key are to be far enough apart to be in an order, most of the time. */
    private static final long THINK_MILLIS = 8;

    private final OwnCluster own;
    private final List<String> keys;
    private final List<String> nodes;
    private final int copies;
    private final List<Workload> workloads;
    private final List<Operation> operations = Collections.synchronizedList(new ArrayList<>());
    private final List<Fault> faults = new ArrayList<>();
    private final Served served = new Served();
    private final Queue<Unanswered> unanswered = new ConcurrentLinkedQueue<>();

    private record Unanswered(String node, long until, Exchange seen) {

        /** Also much later: a client may still have a connection from before. */
        boolean isAfter(Fault fault) {
            return fault.node().equals(node) && fault.from() < until;
        }
    }

    private volatile boolean over;

    ClientRun(OwnCluster own, Sample sample) {
        this.own = own;
        this.keys = sample.keys(KEYS);
        this.nodes = IntStream.range(0, own.size())
                .mapToObj(node -> String.valueOf(own.port(node)))
                .toList();
        this.copies = own.replicates() ? own.size() : 1;
        this.workloads = Workload.of(sample.seed(), CLIENTS, keys, nodes, copies);
    }

    /** Lasts as long as the nodes are disturbed. */
    History during(Saboteur saboteur) throws InterruptedException {
        Crowd.of(CLIENTS + 1, client -> {
            if (client < CLIENTS) {
                use(client, saboteur);
                return;
            }
            try {
                faults.addAll(saboteur.disturb());
            } finally {
                over = true;
            }
        });
        expectAnswered();
        served.expectOneIn(3, "while one node or two are disturbed, a third of all requests is served");
        return new History(operations, faults);
    }

    private void expectAnswered() {
        for (Unanswered each : unanswered) {
            if (faults.stream().noneMatch(each::isAfter)) {
                throw CheckFailure.unanswered(
                        "a node to which nothing was done yet answers every request", each.seen.toString());
            }
        }
    }

    private void use(int client, Saboteur saboteur) throws InterruptedException {
        List<NodeClient> clients = own.clients();
        Supplier<Request> workload = workloads.get(client);
        while (!over) {
            ask(clients, workload.get());
            Thread.sleep(THINK_MILLIS);
        }
        // A connection from before a restart says nothing about the node as it is now.
        clients.forEach(NodeClient::disconnect);
        for (String key : keys) {
            String node = nodes.get(client % own.size());
            Exchange seen =
                    ask(clients, new Request(client + 1, node, Request.Kind.GET, key, null, copies / 2 + 1, copies));
            expect("when all nodes are well again, every GET is answered", seen).successOr(404);
        }
    }

    private Exchange ask(List<NodeClient> clients, Request request) {
        NodeClient node = clients.get(nodes.indexOf(request.coordinator()));
        String id = request.key() + own.replicas(request.ack(), request.from());
        long invoked = System.nanoTime();
        Exchange seen = switch (request.kind()) {
            case GET -> node.get(id);
            case PUT -> node.put(id, request.value().getBytes(StandardCharsets.UTF_8));
            case DELETE -> node.delete(id);
        };
        if (!seen.isAnswered()) {
            unanswered.add(new Unanswered(request.coordinator(), System.nanoTime(), seen));
        }
        if (!seen.isRefused()) {
            operations.add(operation(request, seen, invoked, System.nanoTime()));
            served.count(seen);
        }
        return seen;
    }

    private Operation operation(Request request, Exchange seen, long invoked, long completed) {
        boolean read = request.kind() == Request.Kind.GET;
        if (!seen.isAnswered()) {
            return request.lost(invoked);
        }
        if (!own.replicates() && seen.status() >= 500) {
            // The owner may carry out the request much later. In stage 2 no rule chooses among the 5xx.
            return request.lost(invoked);
        }
        if (seen.isTooMuch()) {
            return request.refused(invoked, completed);
        }
        if (read && seen.status() == 404) {
            return request.read(null, invoked, completed);
        }
        expect("whatever happens to nodes, requests are accepted, or refused with 503 or 504", seen)
                .success();
        return read ? request.read(seen.text(), invoked, completed) : request.acknowledged(invoked, completed);
    }
}
