package kvlab.wrk2;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PaceTest {

    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000 * MILLI;
    private static final long START = 7 * SECOND;

    @ParameterizedTest
    @ValueSource(longs = {START, 0, -SECOND / 2, Long.MIN_VALUE})
    void requestsAreDueAtEqualDistances(long start) {
        Pace pace = new Pace(100, start);
        assertEquals(start, pace.due(0));
        assertEquals(start + 10 * MILLI, pace.due(1));
        assertEquals(start + SECOND, pace.due(100));
    }

    @Test
    void rateThatDividesNoSecondDoesNotDrift() {
        Pace pace = new Pace(3, START);
        assertEquals(START + SECOND / 3, pace.due(1));
        assertEquals(START + 1_000_000 * SECOND, pace.due(3_000_000), 1_000);
    }

    @Test
    void onPaceEachRequestWaitsForItsTime() {
        Pace pace = new Pace(100, START);
        assertEquals(0, pace.waitFrom(START));
        pace.answer();
        assertEquals(9 * MILLI, pace.waitFrom(START + MILLI));
        assertEquals(1, pace.waitFrom(START + 10 * MILLI - 1));
        assertEquals(0, pace.waitFrom(START + 10 * MILLI));
    }

    @Test
    void whatServerDoesChangesNothingAboutWhenRequestsAreDue() {
        Pace pace = new Pace(100, START);
        pace.waitFrom(START + SECOND);
        pace.answer();
        pace.waitFrom(START + 3 * SECOND);
        assertEquals(START + 10 * MILLI, pace.due(1));
    }

    @Test
    void lateConnectionCatchesUpAtTwiceItsRateUntilItIsOnPace() {
        Pace pace = new Pace(100, START);
        long late = START + SECOND;
        List<Long> sent = sendAll(pace, late, START + 3 * SECOND);
        for (int n = 0; n < 200; n++) {
            assertEquals(late + n * 5 * MILLI, sent.get(n), "request " + n);
        }
        for (int n = 201; n < sent.size(); n++) {
            assertEquals(pace.due(n), sent.get(n), "request " + n);
        }
        assertEquals(300, sent.size());
    }

    @Test
    void slowServerGetsRequestsAsFastAsItAnswers() {
        Pace pace = new Pace(100, START);
        for (int n = 0; n < 50; n++) {
            assertEquals(0, pace.waitFrom(START + SECOND + n * 20 * MILLI), "request " + n);
            pace.answer();
        }
    }

    @Test
    void catchingUpIsMeasuredFromWhenConnectionFellBehind() {
        Pace pace = new Pace(100, START);
        long late = START + SECOND;
        assertEquals(0, pace.waitFrom(late));
        pace.answer();
        // A pause amidst: the four requests that had their turn go at once, the next one has to wait for its own.
        long paused = late + 20 * MILLI;
        for (int n = 1; n <= 4; n++) {
            assertEquals(0, pace.waitFrom(paused), "request " + n);
            pace.answer();
        }
        assertEquals(5 * MILLI, pace.waitFrom(paused));
    }

    @Test
    void secondDelayIsCaughtUpAsTheFirst() {
        Pace pace = new Pace(100, START);
        sendAll(pace, START + SECOND, START + 3 * SECOND);
        long late = START + 4 * SECOND;
        List<Long> sent = sendAll(pace, late, START + 10 * SECOND);
        assertEquals(List.of(late, late + 5 * MILLI, late + 10 * MILLI), sent.subList(0, 3));
    }

    @Test
    void dueRequestsAreCountedFromTheFirst() {
        Pace pace = new Pace(100, START);
        assertEquals(0, pace.dueBefore(START - 1));
        assertEquals(1, pace.dueBefore(START));
        assertEquals(1, pace.dueBefore(START + 10 * MILLI - 1));
        assertEquals(2, pace.dueBefore(START + 10 * MILLI));
        assertEquals(101, pace.dueBefore(START + SECOND));
    }

    /** A server that answers in no time. Returns when each request went out. */
    private static List<Long> sendAll(Pace pace, long from, long to) {
        List<Long> sent = new ArrayList<>();
        for (long now = from; now < to; ) {
            long wait = pace.waitFrom(now);
            if (wait == 0) {
                sent.add(now);
                pace.answer();
            }
            now += wait;
        }
        return sent;
    }
}
