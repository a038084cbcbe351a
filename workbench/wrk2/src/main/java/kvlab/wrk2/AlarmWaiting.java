package kvlab.wrk2;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Waits to a fraction of a millisecond on any system: for what is left of a millisecond, an alarm sleeps to the moment in
 * a thread of its own and wakes the selector. Two threads are woken where {@link PollWaiting} wakes one.
 */
final class AlarmWaiting extends Waiting {

    private static final long NEVER = Long.MAX_VALUE;

    private final Thread alarm = new Thread(this::sleepAndWake, "alarm");
    private volatile long alarmAt = NEVER;
    private volatile boolean closed;

    AlarmWaiting(Selector selector) {
        super(selector);
        alarm.setDaemon(true);
        alarm.start();
    }

    @Override
    void select(Consumer<SelectionKey> ready, long now, long at) throws IOException {
        long nanos = at - now;
        if (nanos <= 0) {
            selector().selectNow(ready);
        } else if (nanos > 2 * MILLI) {
            selector().select(ready, nanos / MILLI - 1);
        } else {
            ringAt(at);
            // The limit is for an alarm that was just about to ring for another moment.
            selector().select(ready, nanos / MILLI + 2);
        }
    }

    /** An alarm that is set too early looks again by itself; one that is set too late has to be told. */
    private void ringAt(long at) {
        long before = alarmAt;
        alarmAt = at;
        if (before == NEVER || before - at > 0) {
            LockSupport.unpark(alarm);
        }
    }

    private void sleepAndWake() {
        while (!closed) {
            long at = alarmAt;
            long nanos = at - System.nanoTime();
            if (at == NEVER) {
                LockSupport.park(this);
            } else if (nanos > 0) {
                LockSupport.parkNanos(this, nanos);
            } else {
                alarmAt = NEVER;
                selector().wakeup();
            }
        }
    }

    @Override
    public void close() throws IOException {
        closed = true;
        LockSupport.unpark(alarm);
        super.close();
    }
}
