package kvlab.cluster;

import java.time.Duration;

/**
 * What a link does with what passes through it.
 *
 * @param bytesPerSecond of all connections together, in each direction
 */
record Behaviour(Kind kind, long delayNanos, long bytesPerSecond) {

    enum Kind {
        CARRY,
        HOLD,
        RESET,
        DROP
    }

    private static final long UNLIMITED = Long.MAX_VALUE;

    static final Behaviour PASS = new Behaviour(Kind.CARRY, 0, UNLIMITED);
    static final Behaviour BLACK_HOLE = new Behaviour(Kind.HOLD, 0, UNLIMITED);
    static final Behaviour RESET = new Behaviour(Kind.RESET, 0, UNLIMITED);

    static final Behaviour UNREACHABLE = new Behaviour(Kind.DROP, 0, UNLIMITED);

    static Behaviour delay(Duration delay) {
        if (delay.isNegative()) {
            throw new IllegalArgumentException("a delay of " + delay + ": expected none or a positive one");
        }
        return new Behaviour(Kind.CARRY, delay.toNanos(), UNLIMITED);
    }

    static Behaviour throttle(int bytesPerSecond) {
        if (bytesPerSecond < 1) {
            throw new IllegalArgumentException(bytesPerSecond + " bytes a second: expected 1 or more");
        }
        return new Behaviour(Kind.CARRY, 0, bytesPerSecond);
    }

    boolean carries() {
        return kind == Kind.CARRY;
    }

    /** Open connections end, and no new one begins. */
    boolean resets() {
        return kind == Kind.RESET || kind == Kind.DROP;
    }

    /** New connections are not even answered. */
    boolean drops() {
        return kind == Kind.DROP;
    }
}
