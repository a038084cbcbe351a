package kvlab.bench.wrk2;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class WrkReportTest {

    static final String GOOD = """
            Running 3s test @ http://127.0.0.1:8091
              2 threads and 64 connections
              Thread Stats   Avg      Stdev     Max   +/- Stdev
                Latency   412.70us  301.03us   9.10ms   91.44%
                Req/Sec    71.11k     5.43k   80.22k    70.97%
              400000 requests in 3.10s, 32.20MB read
            Requests/sec: 141458.10
            Transfer/sec:     10.39MB
            """;

    @Test
    void everyAnswerIsGoodUnlessToldOtherwise() throws IOException {
        assertEquals(new WrkReport(400_000, 141458.10, 0, 0), WrkReport.parse(GOOD));
        assertEquals(141458.10, WrkReport.parse(GOOD).goodPerSecond());
    }

    @Test
    void fastFailuresAreNoWin() throws IOException {
        WrkReport report = with("Non-2xx or 3xx responses: 100000");
        assertEquals(100_000, report.bad());
        assertEquals(141458.10 * 0.75, report.goodPerSecond(), 1e-6);
    }

    @Test
    void whatWasNotAnsweredCountsAsAskedFor() throws IOException {
        WrkReport report = with("Socket errors: connect 1, read 64, write 2, timeout 3");
        assertEquals(70, report.lost());
        assertEquals(400_070, report.asked());
        assertEquals(141458.10, report.goodPerSecond());
    }

    @Test
    void textWithoutARateIsQuoted() {
        assertEquals(
                "wrk2 printed no rate, but: unable to connect to 127.0.0.1:8091 Connection refused",
                mistake("unable to connect to 127.0.0.1:8091 Connection refused\n"));
    }

    @Test
    void serverThatNeverAnswersHasNoRate() {
        String output = "  0 requests in 3.00s, 0.00B read\nRequests/sec:      0.00\n";
        assertEquals("not one request was answered; wrk2 printed: " + output.strip(), mistake(output));
    }

    private static WrkReport with(String line) throws IOException {
        return WrkReport.parse(GOOD.replace("Requests/sec", "  " + line + "\nRequests/sec"));
    }

    private static String mistake(String output) {
        return assertThrows(IOException.class, () -> WrkReport.parse(output)).getMessage();
    }
}
