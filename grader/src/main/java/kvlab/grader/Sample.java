package kvlab.grader;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;

/** Keys and values that nobody can guess and a seed repeats. Every check has its own. */
final class Sample {

    private static final int TOO_LARGE = 413;
    private static final int LEAST = 1024;

    private final Random random;
    private final boolean thorough;

    /** @param thorough whether more is to be tried than fits into seconds */
    Sample(long seed, String check, boolean thorough) {
        this.thorough = thorough;
        random = new Random(31 * seed + check.hashCode());
    }

    /** Returns a sample for one of several clients, which run side by side. */
    Sample another() {
        return new Sample(seed(), "", thorough);
    }

    /** A key that no other check has. */
    String key() {
        return String.format("key-%012x", random.nextLong() & 0xffff_ffff_ffffL);
    }

    List<String> keys(int count) {
        return Stream.generate(this::key).limit(count).toList();
    }

    /** Keys, each with a value of its own, in a fixed order. */
    Map<String, byte[]> values(int count) {
        Map<String, byte[]> values = new LinkedHashMap<>();
        keys(count).forEach(key -> values.put(key, value()));
        return values;
    }

    /** A short value that a person can read. */
    byte[] value() {
        return String.format("value-%06x", random.nextInt(1 << 24)).getBytes(StandardCharsets.US_ASCII);
    }

    /** For whatever else is to be random. */
    long seed() {
        return random.nextLong();
    }

    /** Returns the count, or a multiple of it for a thorough grade. */
    int times(int count) {
        return thorough ? Selection.THOROUGHNESS * count : count;
    }

    /** So many bytes, or as many as the node takes: which lengths it takes is the business of E8, and of no other check. */
    byte[] large(NodeClient node, int most) {
        int length = most;
        while (length > LEAST && node.put(key(), bytes(length)).status() == TOO_LARGE) {
            length /= 2;
        }
        return bytes(length);
    }

    byte[] bytes(int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }
}
