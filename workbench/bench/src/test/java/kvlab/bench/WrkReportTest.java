package kvlab.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class WrkReportTest {

    private static final String GOOD = """
            Running 3s test @ http://127.0.0.1:8091
              2 threads and 64 connections
              Thread Stats   Avg      Stdev     Max   +/- Stdev
                Latency   412.70us  301.03us   9.10ms   91.44%
                Req/Sec    71.11k     5.43k   80.22k    70.97%
              438516 requests in 3.10s, 32.20MB read
            Requests/sec: 141458.10
            Transfer/sec:     10.39MB
            """;

    @Test
    void rateIsRead() throws IOException {
        assertEquals(141458.10, WrkReport.parse(GOOD).requestsPerSecond());
    }

    @Test
    void fastFailuresAreNoWin() {
        assertEquals(
                "the load met failures: Non-2xx or 3xx responses: 776325",
                mistake(GOOD.replace("Requests/sec", "  Non-2xx or 3xx responses: 776325\nRequests/sec")));
        assertEquals(
                "the load met failures: Socket errors: connect 0, read 64, write 0, timeout 0",
                mistake(GOOD.replace(
                        "Requests/sec", "  Socket errors: connect 0, read 64, write 0, timeout 0\nRequests/sec")));
    }

    @Test
    void textWithoutARateIsQuoted() {
        assertEquals(
                "wrk2 printed no rate, but: unable to connect to 127.0.0.1:8091 Connection refused",
                mistake("unable to connect to 127.0.0.1:8091 Connection refused\n"));
    }

    private static String mistake(String output) {
        return assertThrows(IOException.class, () -> WrkReport.parse(output)).getMessage();
    }
}
