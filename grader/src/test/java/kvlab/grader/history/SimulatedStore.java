package kvlab.grader.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * A replicated store, its clients and its network in one thread, with a clock of its own: nodes are killed and paused,
 * messages are lost, late and doubled. It is right but for one bug.
 */
final class SimulatedStore {

    enum Bug {
        NONE,
        OLDER_OVERWRITES_NEWER,
        TOMBSTONE_FORGOTTEN,
        ACK_WITHOUT_WRITING,
        ERROR_COUNTED_AS_ACK,
        VERSION_GIVEN_AT_ARRIVAL,
        TIES_RESOLVED_DIFFERENTLY,
        FIRST_ANSWER_INSTEAD_OF_NEWEST,
        HALF_IS_A_MAJORITY,
        SETS_NOT_NESTED,
        VALUE_OF_ANOTHER_KEY,
        ABSENT_WINS
    }

    private record Event(long time, int number, Runnable action) {}

    /** @param time -1 where there is nothing, not even a tombstone */
    private record Entry(long time, int node, String value) {
        static final Entry NOTHING = new Entry(-1, -1, null);
        static final Comparator<Entry> AGE =
                Comparator.comparingLong(Entry::time).thenComparingInt(Entry::node);
    }

    /** What one client waits for. */
    private static final class Call {
        private final Request request;
        private final long invoked;
        private boolean ended;

        private Call(Request request, long invoked) {
            this.request = request;
            this.invoked = invoked;
        }
    }

    private static final long MS = 1_000_000;
    private static final long DEADLINE = 30 * MS;
    private static final long PATIENCE = 60 * MS;

    private final Bug bug;
    private final Random random;
    private final List<String> nodes;
    private final List<String> keys;
    private final List<Workload> clients;
    private final List<List<Fault>> faults = new ArrayList<>();
    private final List<Map<String, Entry>> replicas = new ArrayList<>();
    private final long[] clocks;
    private final int[] skews;
    private final int[] left;
    private final PriorityQueue<Event> events =
            new PriorityQueue<>(Comparator.comparingLong(Event::time).thenComparingInt(Event::number));
    private final List<Operation> operations = new ArrayList<>();
    private long now;
    private int scheduled;

    private SimulatedStore(long seed, int count, Bug bug, int clientCount, int each) {
        this.bug = bug;
        random = new Random(seed);
        nodes = IntStream.range(0, count).mapToObj(i -> "" + (8080 + i)).toList();
        keys = List.of("a", "b", "c");
        clients = Workload.of(seed, clientCount, keys, nodes, nodes.size());
        clocks = new long[count];
        skews = IntStream.range(0, count)
                .map(i -> seed % 2 == 0 ? 0 : random.nextInt(5))
                .toArray();
        left = IntStream.range(0, clientCount).map(i -> each).toArray();
        for (int i = 0; i < count; i++) {
            replicas.add(new HashMap<>());
            faults.add(new ArrayList<>());
        }
        plan();
        plan();
    }

    static History run(long seed, int nodes, Bug bug) {
        return run(seed, nodes, bug, 4, 100);
    }

    static History run(long seed, int nodes, Bug bug, int clients, int each) {
        SimulatedStore store = new SimulatedStore(seed, nodes, bug, clients, each);
        for (int i = 0; i < clients; i++) {
            store.next(i);
        }
        while (!store.events.isEmpty()) {
            Event event = store.events.remove();
            store.now = event.time();
            event.action().run();
        }
        return new History(
                store.operations, store.faults.stream().flatMap(List::stream).toList());
    }

    private void plan() {
        for (long time = 0; time < 2000 * MS; ) {
            long from = time + millis(10, 60);
            time = from + millis(20, 100);
            String what = random.nextBoolean() ? "killed" : "paused";
            int node = random.nextInt(nodes.size());
            faults.get(node).add(new Fault(nodes.get(node), what, from, time));
        }
    }

    private void next(int client) {
        if (left[client]-- == 0) {
            return;
        }
        Call call = new Call(clients.get(client).get(), now);
        int coordinator = nodes.indexOf(call.request.coordinator());
        deliver(coordinator, now + latency(), () -> coordinate(coordinator, call), () -> refuse(call));
        at(now + PATIENCE, () -> end(call, call.request.lost(call.invoked)));
    }

    private void refuse(Call call) {
        end(call, call.request.refused(call.invoked, now));
    }

    private void end(Call call, Operation operation) {
        if (!call.ended) {
            call.ended = true;
            operations.add(operation);
            at(now + millis(0, 3), () -> next(call.request.client() - 1));
        }
    }

    private void coordinate(int me, Call call) {
        Request request = call.request;
        Entry entry = request.kind() == Request.Kind.GET ? null : new Entry(stamp(me), me, request.value());
        Map<Integer, Entry> answers = new LinkedHashMap<>();
        long life = lives(me);
        for (int replica : replicas(request)) {
            Runnable work = () -> {
                Entry answer = entry == null ? stored(replica, request.key()) : store(replica, request.key(), entry);
                answer(me, life, call, answers, replica, answer);
            };
            Runnable error = () -> {
                if (bug == Bug.ERROR_COUNTED_AS_ACK) {
                    answer(me, life, call, answers, replica, Entry.NOTHING);
                }
            };
            send(replica, work, error);
        }
        deliver(me, now + DEADLINE, () -> at(now + latency(), () -> refuse(call)), () -> {});
    }

    private void answer(int me, long life, Call call, Map<Integer, Entry> answers, int replica, Entry answer) {
        send(
                me,
                () -> {
                    if (life == lives(me)
                            && answers.putIfAbsent(replica, answer) == null
                            && answers.size() == enough(call.request)) {
                        String found = found(answers);
                        at(now + latency(), () -> end(call, answered(call, found)));
                    }
                },
                () -> {});
    }

    private Operation answered(Call call, String found) {
        return call.request.kind() == Request.Kind.GET
                ? call.request.read(found, call.invoked, now)
                : call.request.acknowledged(call.invoked, now);
    }

    private int enough(Request request) {
        boolean majority = request.ack() == nodes.size() / 2 + 1 && request.from() == nodes.size();
        return bug == Bug.HALF_IS_A_MAJORITY && majority ? nodes.size() / 2 : request.ack();
    }

    private String found(Map<Integer, Entry> answers) {
        List<Entry> entries = List.copyOf(answers.values());
        if (bug == Bug.FIRST_ANSWER_INSTEAD_OF_NEWEST) {
            return entries.get(0).value();
        }
        if (bug == Bug.ABSENT_WINS && entries.stream().anyMatch(entry -> entry.value() == null)) {
            return null;
        }
        Entry newest = entries.get(0);
        for (Entry entry : entries) {
            newest = isNewer(entry, newest, 0) ? entry : newest;
        }
        return newest.value();
    }

    private boolean isNewer(Entry entry, Entry other, int replica) {
        if (bug == Bug.TIES_RESOLVED_DIFFERENTLY && entry.time() == other.time()) {
            return replica % 2 == 1;
        }
        return Entry.AGE.compare(entry, other) > 0;
    }

    private Entry stored(int replica, String key) {
        boolean wrong = bug == Bug.VALUE_OF_ANOTHER_KEY && random.nextInt(50) == 0;
        return replicas.get(replica).getOrDefault(wrong ? keys.get(random.nextInt(keys.size())) : key, Entry.NOTHING);
    }

    private Entry store(int replica, String key, Entry sent) {
        if (bug == Bug.ACK_WITHOUT_WRITING && random.nextInt(10) == 0) {
            return sent;
        }
        Entry entry = bug == Bug.VERSION_GIVEN_AT_ARRIVAL ? new Entry(stamp(replica), replica, sent.value()) : sent;
        Map<String, Entry> stored = replicas.get(replica);
        if (bug == Bug.OLDER_OVERWRITES_NEWER || isNewer(entry, stored.getOrDefault(key, Entry.NOTHING), replica)) {
            stored.put(key, entry);
            if (bug == Bug.TOMBSTONE_FORGOTTEN && entry.value() == null) {
                stored.remove(key);
            }
        }
        return entry;
    }

    private long stamp(int node) {
        clocks[node] = Math.max(clocks[node] + 1, now / MS + skews[node]);
        return clocks[node];
    }

    private List<Integer> replicas(Request request) {
        int first = request.key().hashCode() + (bug == Bug.SETS_NOT_NESTED ? request.from() : 0);
        return IntStream.range(first, first + request.from())
                .map(i -> i % nodes.size())
                .boxed()
                .toList();
    }

    private void send(int node, Runnable action, Runnable error) {
        int luck = random.nextInt(100);
        if (luck < 3) {
            return;
        }
        deliver(node, now + (luck < 8 ? millis(5, 80) : latency()), action, error);
        if (luck > 95) {
            deliver(node, now + millis(0, 40), action, () -> {});
        }
    }

    private void deliver(int node, long time, Runnable action, Runnable error) {
        at(time, () -> {
            Fault fault = fault(node);
            if (fault == null) {
                action.run();
            } else if (fault.what().equals("paused")) {
                deliver(node, fault.until(), action, error);
            } else {
                error.run();
            }
        });
    }

    private Fault fault(int node) {
        for (Fault fault : faults.get(node)) {
            if (fault.from() <= now && now < fault.until()) {
                return fault;
            }
        }
        return null;
    }

    /** What a node waited for before it was killed reaches it no more. */
    private long lives(int node) {
        return faults.get(node).stream()
                .filter(fault -> fault.what().equals("killed") && fault.from() <= now)
                .count();
    }

    private void at(long time, Runnable action) {
        events.add(new Event(time, scheduled++, action));
    }

    private long latency() {
        return millis(0, 2) + 100_000;
    }

    private long millis(int from, int until) {
        return from * MS + random.nextInt((int) ((until - from) * MS));
    }
}
