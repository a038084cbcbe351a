package kvlab.wrk2;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.function.Consumer;

/**
 * As wrk2 waits: its timers know whole milliseconds of the clock, rounded up, and its wait for sockets lasts whole ones
 * too, from wherever in a millisecond it begins. A request that has to wait goes out up to 2 ms late.
 */
final class Wrk2Waiting extends Waiting {

    Wrk2Waiting() throws IOException {
        super(Selector.open());
    }

    @Override
    long wakeAt(long now, long nanos) {
        return (Math.floorDiv(now, MILLI) + nanos / MILLI + 1) * MILLI;
    }

    @Override
    void select(Consumer<SelectionKey> ready, long now, long at) throws IOException {
        long millis = Math.floorDiv(at, MILLI) - Math.floorDiv(now, MILLI);
        if (millis > 0) {
            selector().select(ready, millis);
        } else {
            selector().selectNow(ready);
        }
    }
}
