package kvlab.sharding;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules H3 to H5, and R4. */
class RendezvousHashTest {

    private static final int KEYS = 30_000;

    @ParameterizedTest
    @ValueSource(ints = {3, 5, 8})
    void everyMemberOwnsItsShare(int count) {
        RendezvousHash hash = new RendezvousHash(members(count));
        Map<String, Integer> owned = new HashMap<>();
        keys().forEach(key -> owned.merge(hash.owner(key), 1, Integer::sum));
        assertEquals(count, owned.size());
        owned.forEach((member, keys) -> assertEquals(KEYS / count, keys, 0.1 * KEYS / count, member));
    }

    /** Such as a program counts up, and such as differ in their last bits alone. */
    @ParameterizedTest
    @ValueSource(ints = {3, 5, 8})
    void keysThatAreAlikeAreSharedOutAsWell(int count) {
        RendezvousHash hash = new RendezvousHash(members(count));
        Map<String, Integer> owned = new HashMap<>();
        IntStream.range(0, KEYS)
                .mapToObj(i -> ("user:" + i).getBytes(UTF_8))
                .forEach(key -> owned.merge(hash.owner(key), 1, Integer::sum));
        owned.forEach((member, keys) -> assertEquals(KEYS / count, keys, 0.1 * KEYS / count, member));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 7})
    void aNewMemberTakesItsShareAndNothingElseMoves(int count) {
        RendezvousHash before = new RendezvousHash(members(count));
        RendezvousHash after = new RendezvousHash(members(count + 1));
        String added = members(count + 1).get(count);
        List<byte[]> moved = keys().filter(key -> !before.owner(key).equals(after.owner(key)))
                .toList();
        assertTrue(moved.size() <= 1.15 * KEYS / (count + 1), moved.size() + " keys moved");
        moved.forEach(key -> assertEquals(added, after.owner(key)));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 8})
    void theRankingBeginsWithTheOwnerAndNamesEveryMemberOnce(int count) {
        RendezvousHash hash = new RendezvousHash(members(count));
        keys().limit(1000).forEach(key -> {
            List<String> ranking = hash.ranking(key, count);
            assertEquals(hash.owner(key), ranking.get(0));
            assertEquals(new HashSet<>(members(count)), new HashSet<>(ranking));
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 4, 5})
    void theReplicasForASmallerCountAreAmongThoseForALargerOne(int count) {
        RendezvousHash hash = new RendezvousHash(members(count));
        keys().limit(1000).forEach(key -> {
            List<String> ranking = hash.ranking(key, count);
            for (int from = 1; from < count; from++) {
                assertEquals(ranking.subList(0, from), hash.ranking(key, from));
            }
        });
    }

    /** Whoever is second takes over when the owner leaves: the second places are shared out as evenly. */
    @ParameterizedTest
    @ValueSource(ints = {3, 5})
    void whenAMemberLeavesAllOthersTakeOverAlike(int count) {
        RendezvousHash hash = new RendezvousHash(members(count));
        String gone = members(count).get(0);
        List<byte[]> orphans =
                keys().filter(key -> hash.owner(key).equals(gone)).toList();
        Map<String, Integer> second = new HashMap<>();
        orphans.forEach(key -> second.merge(hash.ranking(key, 2).get(1), 1, Integer::sum));
        int share = orphans.size() / (count - 1);
        second.forEach((member, keys) -> assertEquals(share, keys, 0.15 * share, member));
    }

    private static List<String> members(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> "http://127.0.0.1:" + (8080 + i))
                .toList();
    }

    private static Stream<byte[]> keys() {
        Random random = new Random(1);
        return Stream.generate(() -> {
                    byte[] key = new byte[1 + random.nextInt(40)];
                    random.nextBytes(key);
                    return key;
                })
                .limit(KEYS);
    }
}
