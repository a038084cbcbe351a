package kvlab.bench.wrk2;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

public class LatencyTest {

    public static final String PRINTED = """
            Running 20s test @ http://127.0.0.1:8080
              2 threads and 8 connections
              Thread Stats   Avg      Stdev     Max   +/- Stdev
                Latency   833.29us  354.37us   1.80ms   65.89%
                Req/Sec   535.29     84.39   700.00     58.42%
              Latency Distribution (HdrHistogram - Recorded Latency)
             50.000%  838.00us
             75.000%    1.10ms
             90.000%    1.30ms
             99.000%    1.57s
             99.900%    1.72m
             99.990%    1.80m
             99.999%    1.80m
            100.000%    1.80h

              Detailed Percentile spectrum:
                   Value   Percentile   TotalCount 1/(1-Percentile)

                   0.062     0.000000            1         1.00
                   0.838     0.500000          991         2.00
                   1.805     1.000000         1979          inf
            #[Mean    =        0.833, StdDeviation   =        0.354]
            #[Max     =        1.805, Total count    =         1979]
            #[Buckets =           27, SubBuckets     =         2048]
            ----------------------------------------------------------
            """;

    private static final String UNCORRECTED = """

              Latency Distribution (HdrHistogram - Uncorrected Latency (measured without taking delayed starts into account))
             50.000%    1.00us

              Detailed Percentile spectrum:
                   Value   Percentile   TotalCount 1/(1-Percentile)

                   0.001     0.000000            1         1.00
            #[Mean    =        0.001, StdDeviation   =        0.000]
            #[Max     =        0.001, Total count    =         1979]
            """;

    @Test
    void allUnitsAreReadAsMilliseconds() {
        Latency latency = Latency.parse(PRINTED);
        assertEquals(0.838, latency.millis(50), 1e-9);
        assertEquals(1.1, latency.millis(75), 1e-9);
        assertEquals(1570, latency.millis(99), 1e-9);
        assertEquals(1.72 * 60_000, latency.millis(99.9), 1e-9);
        assertEquals(1.8 * 3_600_000, latency.millis(100), 1e-9);
        assertEquals(0.833, latency.meanMillis());
        assertEquals(0.354, latency.stdDevMillis());
        assertEquals(1.805, latency.maxMillis());
    }

    @Test
    void theCurveIsAllPointsInTheirOrder() {
        assertEquals(
                List.of(
                        new Latency.Point(0.062, 0, 1),
                        new Latency.Point(0.838, 0.5, 991),
                        new Latency.Point(1.805, 1, 1979)),
                Latency.parse(PRINTED).spectrum());
    }

    @Test
    void theCorrectedLatencyIsTakenAndNotTheUncorrected() {
        assertEquals(Latency.parse(PRINTED), Latency.parse(PRINTED + UNCORRECTED));
    }

    @Test
    void theTableIsAsItWasPrintedAndTheCorrectedOne() {
        String table = Latency.table(PRINTED + UNCORRECTED).orElseThrow();
        assertTrue(table.startsWith("       Value   Percentile   TotalCount 1/(1-Percentile)\n\n       0.062 "), table);
        assertTrue(table.endsWith("  1979]\n#[Buckets =           27, SubBuckets     =         2048]\n"), table);
        assertTrue(Latency.table(WrkReportTest.GOOD).isEmpty());
    }

    @Test
    void withoutAnyThereIsNone() {
        assertNull(Latency.parse(WrkReportTest.GOOD));
        assertNull(Latency.parse(PRINTED.replace("1979]", "0]")));
    }

    @Test
    void whatWasNotPrintedIsNoPercentile() {
        Latency latency = Latency.parse(PRINTED);
        assertThrows(IllegalArgumentException.class, () -> latency.millis(99.5));
    }
}
