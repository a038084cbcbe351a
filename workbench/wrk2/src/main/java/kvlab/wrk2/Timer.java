package kvlab.wrk2;

import java.util.Comparator;

/** Something that an event loop does at a time; an object that is set again and again, so that waiting costs nothing. */
abstract class Timer {

    /** By difference, because the clock may pass through zero. */
    static final Comparator<Timer> BY_TIME = (one, other) -> Long.signum(one.at - other.at);

    private long at;
    private boolean set;

    final long at() {
        return at;
    }

    final boolean isSet() {
        return set;
    }

    final void set(long nanos) {
        at = nanos;
        set = true;
    }

    final void unset() {
        set = false;
    }

    abstract void fire(long now) throws ScriptFailure;
}
