package kvlab.sharding;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TopologyTest {

    private static final String A = "http://127.0.0.1:8080";
    private static final String B = "http://127.0.0.1:8081";
    private static final String C = "http://127.0.0.1:8082";

    /** Who is first wins between equal scores, and from stage 3 on the place of a member is part of its versions. */
    @Test
    void theMembersHaveOneOrderHoweverTheyAreListed() {
        for (List<String> listed : List.of(List.of(A, B, C), List.of(C, A, B), List.of(B, C, A))) {
            assertEquals(List.of(A, B, C), new Topology(listed, B, Map.of()).members());
            assertEquals(List.of(A, C), new Topology(listed, B, Map.of()).peers());
        }
    }

    @Test
    void aMemberIsDialledWhereItsUrlSaysUnlessThereIsAnotherWay() {
        Topology topology = new Topology(List.of(A, B, C), A, Map.of(C, "127.0.0.1:9000"));
        assertEquals(new InetSocketAddress("127.0.0.1", 8081), topology.address(B));
        assertEquals(new InetSocketAddress("127.0.0.1", 9000), topology.address(C));
    }
}
