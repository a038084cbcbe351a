package kvlab.bench.load;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ScheduleTest {

    /** As the connections of a thread are opened, one by one. */
    @Test
    void connectionHasNothingDueBeforeItIsOpen() {
        for (int connections : new int[] {1, 2, 64, 65, 512, 10_000}) {
            for (int seconds : new int[] {2, 20, 420}) {
                int each = (connections + 1) / 2;
                double due = IntStream.range(0, each)
                        .mapToDouble(i -> Math.max(0, seconds - 0.005 * i) * 1000 / each)
                        .sum();
                double told = new Schedule(1000, connections, 2, seconds).duePerSecond();
                assertEquals(due / seconds, told, 1e-6, connections + " for " + seconds + " s");
            }
        }
    }

    /** Of 1,000 a second that wrk2 asked for with 64 connections, it sent 996 in 20 s: recorded runs show it. */
    @Test
    void whatWasHeldIsHeldAgainstWhatWasDue() {
        Schedule schedule = new Schedule(1000, 64, 2, 20);
        assertEquals(996.1, schedule.duePerSecond(), 0.1);
        assertEquals(1, schedule.held(996.125), 1e-6);
        assertEquals(1, schedule.held(998), "a node cannot answer more than is due");
    }
}
