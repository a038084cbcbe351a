package kvlab.http;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BodyTest {

    private static final int BUDGET = 1 << 20;

    private final Semaphore budget = new Semaphore(BUDGET);

    @ParameterizedTest
    @CsvSource({"1, 1", "100, 7", "32768, 1000", "32769, 32768", "100000, 64000", "1048576, 64000"})
    void bytesThatArriveInPartsBecomeOneArray(int size, int part) throws Exception {
        byte[] sent = new byte[size + 10];
        new Random(size).nextBytes(sent);
        Body body = new Body(size, budget);
        int at = 0;
        while (!body.isComplete()) {
            at += body.take(sent, at, Math.min(at + part, sent.length));
        }
        assertEquals(size, at);
        assertEquals(BUDGET - size, budget.availablePermits());
        assertArrayEquals(Arrays.copyOf(sent, size), body.bytes());
        assertSame(body.bytes(), body.bytes());
        body.release();
        body.release();
        assertEquals(BUDGET, budget.availablePermits());
    }

    @Test
    void aBodyWithoutBytesIsCompleteAtOnce() {
        assertTrue(new Body(0, budget).isComplete());
        assertEquals(0, new Body(0, budget).bytes().length);
    }

    @Test
    void aBodyThatIsAnnouncedTakesNothingUntilItArrives() throws Exception {
        Body body = new Body(1 << 20, budget);
        assertEquals(BUDGET, budget.availablePermits());
        body.take(new byte[1], 0, 1);
        assertFalse(body.isComplete());
        assertEquals(BUDGET - (32 << 10), budget.availablePermits());
    }

    @Test
    void aBodyThatDoesNotFitIsRefused() {
        budget.tryAcquire(BUDGET - 10);
        assertThrows(Refusal.class, () -> new Body(11, budget).take(new byte[11], 0, 11));
    }

    @Test
    void whatCameWholeIsNotCopied() {
        byte[] whole = {1, 2};
        assertSame(whole, Body.of(whole).bytes());
    }
}
