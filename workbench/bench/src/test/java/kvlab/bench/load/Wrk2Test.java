package kvlab.bench.load;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class Wrk2Test {

    private static final String ERASE = "\r\033[K";

    @Test
    void lineThatAKilledOneCouldNotEraseIsNotKept() throws Exception {
        String printed = "Running\n" + ERASE + "  1 s  5/s  p50 1.2ms  p99 3ms  errors 0  ▁";
        assertEquals("Running\n", Wrk2.read(new StringReader(printed), line -> {}));
        String said = "Running\n" + ERASE + "wrk2: out of memory";
        assertEquals("Running\nwrk2: out of memory", Wrk2.read(new StringReader(said), line -> {}));
    }

    @Test
    void linesThatWereErasedAreShownAndNotKept() throws Exception {
        List<String> shown = new ArrayList<>();
        String printed =
                "Running\n" + ERASE + "  1 s  5/s" + ERASE + "  2 s  6/s" + ERASE + "Requests/sec: 5\n" + ERASE;
        assertEquals("Running\nRequests/sec: 5\n", Wrk2.read(new StringReader(printed), shown::add));
        assertEquals(List.of("1 s  5/s", "2 s  6/s"), shown);
    }
}
