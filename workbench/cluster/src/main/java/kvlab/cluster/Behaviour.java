package kvlab.cluster;

import java.time.Duration;

/**
 * What a link does with what passes through it.
 *
 * @param bytesPerSecond of all connections together, in each direction
 * @param portion how many bytes a connection carries at once
 */
record Behaviour(Kind kind, long delayNanos, long bytesPerSecond, int portion) {

    enum Kind {
        CARRY,
        HOLD,
        RESET,
        REFUSE,
        DROP
    }

    private static final long UNLIMITED = Long.MAX_VALUE;
    private static final int PORTIONS_PER_SECOND = 100;
    private static final int PIECES_PER_SECOND = 1_000;

    static final Behaviour PASS = new Behaviour(Kind.CARRY, 0, UNLIMITED, Integer.MAX_VALUE);
    static final Behaviour BLACK_HOLE = new Behaviour(Kind.HOLD, 0, UNLIMITED, Integer.MAX_VALUE);
    static final Behaviour RESET = new Behaviour(Kind.RESET, 0, UNLIMITED, Integer.MAX_VALUE);

    static final Behaviour REFUSE = new Behaviour(Kind.REFUSE, 0, UNLIMITED, Integer.MAX_VALUE);
    static final Behaviour UNREACHABLE = new Behaviour(Kind.DROP, 0, UNLIMITED, Integer.MAX_VALUE);

    static Behaviour delay(Duration delay) {
        if (delay.isNegative()) {
            throw new IllegalArgumentException("a delay of " + delay + ": expected none or a positive one");
        }
        return new Behaviour(Kind.CARRY, delay.toNanos(), UNLIMITED, Integer.MAX_VALUE);
    }

    static Behaviour throttle(int bytesPerSecond) {
        if (bytesPerSecond < 1) {
            throw new IllegalArgumentException(bytesPerSecond + " bytes a second: expected 1 or more");
        }
        return new Behaviour(Kind.CARRY, 0, bytesPerSecond, Math.max(1, bytesPerSecond / PORTIONS_PER_SECOND));
    }

    static Behaviour pieces(int bytes) {
        return new Behaviour(Kind.CARRY, 0, (long) bytes * PIECES_PER_SECOND, bytes);
    }

    boolean carries() {
        return kind == Kind.CARRY;
    }

    /** Open connections end, and no new one begins. */
    boolean resets() {
        return kind == Kind.RESET || !listens();
    }

    /** Whether new connections are accepted, if only to reset them. */
    boolean listens() {
        return kind != Kind.REFUSE && kind != Kind.DROP;
    }

    /** New connections are not even refused. */
    boolean drops() {
        return kind == Kind.DROP;
    }
}
