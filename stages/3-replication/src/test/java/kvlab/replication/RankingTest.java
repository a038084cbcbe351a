package kvlab.replication;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import kvlab.sharding.RendezvousHash;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rule R4. */
class RankingTest {

    private static final int KEYS = 30_000;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 8})
    void beginsWithTheOwnerAndNamesEveryMemberOnce(int count) {
        RendezvousHash hash = new RendezvousHash(members(count));
        Ranking ranking = new Ranking(members(count));
        keys().limit(1000).forEach(key -> {
            List<String> all = ranking.first(count, key);
            assertEquals(hash.owner(key), all.get(0));
            assertEquals(count, all.size());
            assertEquals(new HashSet<>(members(count)), new HashSet<>(all));
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 4, 5})
    void theReplicasForASmallerCountAreAmongThoseForALargerOne(int count) {
        Ranking ranking = new Ranking(members(count));
        keys().limit(1000).forEach(key -> {
            List<String> all = ranking.first(count, key);
            for (int from = 1; from < count; from++) {
                assertEquals(all.subList(0, from), ranking.first(from, key));
            }
        });
    }

    /** Whoever is second takes over when the owner leaves: the second places are shared out as evenly. */
    @ParameterizedTest
    @ValueSource(ints = {3, 5})
    void whenAMemberLeavesAllOthersTakeOverAlike(int count) {
        Ranking ranking = new Ranking(members(count));
        String gone = members(count).get(0);
        List<byte[]> orphans =
                keys().filter(key -> ranking.first(1, key).get(0).equals(gone)).toList();
        Map<String, Integer> second = new HashMap<>();
        orphans.forEach(key -> second.merge(ranking.first(2, key).get(1), 1, Integer::sum));
        int share = orphans.size() / (count - 1);
        second.forEach((member, keys) -> assertEquals(share, keys, 0.15 * share, member));
    }

    private static List<String> members(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> "http://127.0.0.1:" + (8080 + i))
                .toList();
    }

    private static Stream<byte[]> keys() {
        return IntStream.range(0, KEYS).mapToObj(i -> ("user:" + i).getBytes(UTF_8));
    }
}
