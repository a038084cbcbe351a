package kvlab.grader.requests;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;

/** Makes stories at random, without end. The same seed makes the same ones. */
public final class Stories implements Supplier<List<Step>> {

    /** How long a story usually is. */
    public static final int STEPS = 24;

    private static final int KEYS = 4;
    private static final int FEWEST_CONNECTIONS = 4;
    private static final int LONGEST_KEY = 1024;
    private static final int LETTERS = 4;
    private static final int KIB = 1024;
    private static final int MIB = 1 << 20;
    private static final int LARGE_VALUES = 3;

    /** Ends of keys. A node that splits, trims, folds or twice decodes a key mistakes one for another. */
    private static final List<String> ENDS = List.of(
            "a", "A", "aa", "a ", " a", "a%", "a%20", "a%2520", "a+", "a&", "a&id=b", "a=", "a=b", "a?", "a#", "a/",
            "a/..", "a.", "a,", "a;", "a:", "a\t", "a\n", "a\0", "\0", "a\"", "a'", "a\\", "a|", "a*", "%61", "\u00e9",
            "e\u0301", "\u0435", "\u0391", "😀");

    /** Lengths of values around the usual sizes of buffers. */
    private static final List<Integer> LENGTHS = List.of(
            0, 1, 2, 127, 128, 255, 256, 1023, 1024, 4095, 4096, 8191, 8192, 8193, 16_383, 16_384, 16_385, 32_767,
            32_768, 32_769, 65_535, 65_536, 65_537);

    /** More such lengths. A story has few values that are so large. */
    private static final List<Integer> LARGE_LENGTHS = List.of(
            128 * KIB - 1, 128 * KIB, 128 * KIB + 1, 256 * KIB, 256 * KIB + 1, 512 * KIB, 512 * KIB + 1, MIB - 1, MIB);

    /** Reads at once, of a client that does not read its answers for a moment: more than the system keeps for it. */
    private static final int READS_AT_ONCE = 6;

    private static final int READ_AT_ONCE = 256 * KIB;

    /** The connection whose client has little room for what comes. */
    public static final int NARROW = 1;

    private static final List<String> OTHER_METHODS = List.of("POST", "PATCH", "HEAD", "OPTIONS", "TRACE");

    private static final Set<Step.Kind> MAY_CLOSE =
            EnumSet.of(Step.Kind.ENTITY, Step.Kind.PATH, Step.Kind.METHOD, Step.Kind.NO_ID, Step.Kind.REPLICAS);

    private static final Set<Step.Kind> SENT_AT_ONCE = EnumSet.of(Step.Kind.ABORTED, Step.Kind.FUZZED);

    private final Random random;
    private final int nodes;
    private final boolean replicates;
    private final boolean restarts;
    private final int prefixLength;
    private final int steps;
    private final int connections;
    private int stories;

    /**
     * @param restarts whether a node goes down and comes back in each story
     * @param prefixLength the length of the text that all keys of a story begin with
     * @param steps of each story, before each key is read once more
     */
    public Stories(long seed, int nodes, boolean replicates, boolean restarts, int prefixLength, int steps) {
        this.random = new Random(seed);
        this.nodes = nodes;
        this.replicates = replicates;
        this.restarts = restarts;
        this.prefixLength = prefixLength;
        this.steps = steps;
        this.connections = Math.max(FEWEST_CONNECTIONS, 2 * nodes);
    }

    @Override
    public List<Step> get() {
        List<String> keys = keys();
        List<Step> story = new ArrayList<>();
        int large = 0;
        Step before = null;
        while (story.size() < steps) {
            Step step = step(keys, before);
            large += step.length() > 64 * KIB + 1 ? 1 : 0;
            if (step.length() <= 64 * KIB + 1 || large <= LARGE_VALUES) {
                story.add(step);
                before = step;
            }
        }
        if (restarts) {
            int down = steps / 2 + random.nextInt(steps / 2);
            int up = down + random.nextInt(steps - down);
            story.add(up, Step.event(Step.Kind.UP, random.nextInt(nodes), random.nextLong()));
            long seed = random.nextLong() << 1 | stories & 1;
            story.add(down, Step.event(Step.Kind.DOWN, random.nextInt(nodes), seed));
        }
        stories++;
        if (random.nextInt(8) == 0) {
            story.addAll(readsAtOnce(any(keys)));
        }
        keys.forEach(key -> story.add(Step.get(key, random.nextInt(connections), random.nextLong())));
        return story;
    }

    private List<Step> readsAtOnce(String key) {
        List<Step> steps = new ArrayList<>();
        Step.Manner manner = new Step.Manner(false, 1, false, false);
        steps.add(new Step(Step.Kind.ENTITY, "PUT", key, READ_AT_ONCE, 0, 0, NARROW, manner, random.nextLong()));
        for (int i = 0; i < READS_AT_ONCE; i++) {
            Step.Manner behind = new Step.Manner(false, 1, i > 0, false);
            steps.add(
                    new Step(Step.Kind.ENTITY, "GET", key, 0, 0, 0, NARROW, behind, Step.readLate(random.nextLong())));
        }
        return steps;
    }

    private List<String> keys() {
        // Most of the ends differ little from this one.
        List<String> keys = new ArrayList<>(List.of("a"));
        while (keys.size() < KEYS) {
            String end = random.nextInt(4) == 0 ? anyText() : any(ENDS);
            keys.add(new String(end.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1));
        }
        if (random.nextInt(4) == 0) {
            String filled = "x".repeat(LONGEST_KEY - prefixLength - 1);
            keys.addAll(List.of(filled + "a", filled + "b"));
        }
        return keys;
    }

    /** A few characters of any kind. */
    private String anyText() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < LETTERS; i++) {
            int most = any(List.of(0x7f, 0x7ff, 0xd7ff, Character.MAX_CODE_POINT));
            int point = random.nextInt(most + 1);
            text.appendCodePoint(point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE ? 'a' : point);
        }
        return text.toString();
    }

    private Step step(List<String> keys, Step before) {
        Step.Kind kind = kind();
        boolean entity = kind == Step.Kind.ENTITY;
        boolean together = entity
                && before != null
                && before.kind() == Step.Kind.ENTITY
                && !before.manner().closes()
                && random.nextInt(4) == 0;
        int ack = 0;
        int from = 0;
        if (replicates && random.nextInt(2) == 0) {
            from = 1 + random.nextInt(nodes);
            ack = 1 + random.nextInt(from);
        }
        String method = method(kind);
        return new Step(
                kind,
                method,
                any(keys),
                method.equals("PUT") ? length(kind) : 0,
                ack,
                from,
                together ? before.connection() : random.nextInt(connections),
                new Step.Manner(
                        MAY_CLOSE.contains(kind) && random.nextInt(12) == 0,
                        SENT_AT_ONCE.contains(kind) ? 1 : pieces(),
                        together,
                        false),
                random.nextLong());
    }

    private int pieces() {
        if (random.nextInt(100) == 0) {
            return Step.EVERY_BYTE;
        }
        return random.nextInt(3) == 0 ? 2 + random.nextInt(3) : 1;
    }

    private Step.Kind kind() {
        int dice = random.nextInt(100);
        if (dice < 79) {
            return Step.Kind.ENTITY;
        }
        if (dice < 80) {
            return Step.Kind.FUZZED;
        }
        if (dice < 84) {
            return Step.Kind.CHUNKED;
        }
        if (dice < 88) {
            return Step.Kind.PATH;
        }
        if (dice < 92) {
            return Step.Kind.METHOD;
        }
        if (dice < 94) {
            return Step.Kind.NO_ID;
        }
        if (dice < 97) {
            return replicates ? Step.Kind.REPLICAS : Step.Kind.ENTITY;
        }
        return dice < 99 || random.nextInt(4) > 0 ? Step.Kind.ABORTED : Step.Kind.TOO_LARGE;
    }

    private String method(Step.Kind kind) {
        if (kind == Step.Kind.METHOD) {
            return any(OTHER_METHODS);
        }
        if (kind == Step.Kind.CHUNKED || kind == Step.Kind.TOO_LARGE) {
            return "PUT";
        }
        int dice = random.nextInt(10);
        if (dice < 4) {
            return "GET";
        }
        return dice < 8 ? "PUT" : "DELETE";
    }

    private int length(Step.Kind kind) {
        if (kind == Step.Kind.TOO_LARGE) {
            return MIB + 1;
        }
        return switch (random.nextInt(40)) {
            case 0 -> any(LARGE_LENGTHS);
            case 1 -> random.nextInt(MIB);
            case 2, 3, 4, 5, 6, 7, 8, 9 -> any(LENGTHS);
            default -> 1 + random.nextInt(40);
        };
    }

    private <T> T any(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }
}
