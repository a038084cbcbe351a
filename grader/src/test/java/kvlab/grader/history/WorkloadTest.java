package kvlab.grader.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class WorkloadTest {

    private static final List<String> KEYS = List.of("a", "b");
    private static final List<String> NODES = List.of("8080", "8081", "8082");

    @Test
    void seedRepeatsAllThatClientsAsk() {
        assertEquals(requests(7), requests(7));
        assertNotEquals(requests(7), requests(8));
    }

    @Test
    void valuesAreNeverWrittenTwice() {
        Set<String> values = new HashSet<>();
        requests(1).stream()
                .filter(request -> request.value() != null)
                .forEach(request -> assertTrue(values.add(request.value()), request.value()));
        assertTrue(values.size() > 1000);
    }

    @Test
    void everyKindKeyNodeAndQuorumIsAsked() {
        List<Request> requests = requests(1);
        assertEquals(
                EnumSet.allOf(Request.Kind.class),
                requests.stream().map(Request::kind).collect(Collectors.toSet()));
        assertEquals(Set.copyOf(KEYS), requests.stream().map(Request::key).collect(Collectors.toSet()));
        assertEquals(
                Set.copyOf(NODES), requests.stream().map(Request::coordinator).collect(Collectors.toSet()));
        assertEquals(
                "[1/1, 1/2, 1/3, 2/2, 2/3, 3/3]",
                requests.stream()
                        .map(Request::quorum)
                        .collect(Collectors.toCollection(TreeSet::new))
                        .toString());
    }

    @Test
    void mostReadsWouldBeBoundByMostWrites() {
        List<Request> requests = requests(1);
        long majorities = requests.stream()
                .filter(request -> request.quorum().equals("2/3"))
                .count();
        assertTrue(majorities > requests.size() * 2 / 3, majorities + " of " + requests.size());
    }

    @Test
    void oneNodeIsAsked() {
        Request request = Workload.of(1, 1, KEYS, List.of("8080"), 1).get(0).get();
        assertEquals("1/1", request.quorum());
        assertEquals(1, request.client());
    }

    private static List<Request> requests(long seed) {
        return Workload.of(seed, 3, KEYS, NODES, NODES.size()).stream()
                .flatMap(client -> Stream.generate(client).limit(1000))
                .toList();
    }
}
