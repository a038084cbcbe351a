package kvlab.async;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import kvlab.sharding.Deadline;
import org.junit.jupiter.api.Test;

class LimitsTest {

    private final Semaphore room = new Semaphore(100);
    private final Limits limits = new Limits(Deadline.after(System.nanoTime(), Duration.ofMinutes(1)), room);

    @Test
    void requestThatFoundNoRoomReachedItsLimits() {
        assertTrue(limits.admit(60));
        assertFalse(limits.admit(60));

        assertTrue(limits.wereReached());
    }

    /** Too few have answered, and another answer comes in that moment: the client is told of the acks, not of the memory. */
    @Test
    void answerThatComesWhenAllIsDecidedIsNoReasonOfARefusal() {
        assertTrue(limits.admit(60));
        limits.end();

        assertFalse(limits.admit(60));

        assertFalse(limits.wereReached());
        assertEquals(100, room.availablePermits());
    }
}
