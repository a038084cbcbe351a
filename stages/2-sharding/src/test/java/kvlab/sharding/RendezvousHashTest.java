package kvlab.sharding;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules H3 to H5. */
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
