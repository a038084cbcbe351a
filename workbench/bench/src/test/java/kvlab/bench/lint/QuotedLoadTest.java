package kvlab.bench.lint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Reports that quote wrk2. */
class QuotedLoadTest {

    private static final String LIST = """
              Latency Distribution (HdrHistogram - Recorded Latency)
             50.000%%    %s
             75.000%%    9.45s
             99.000%%   10.01s
            100.000%%   10.02s
            """;

    private static final String AGAIN = """
              Latency Distribution (HdrHistogram - Uncorrected Latency (measured without taking delayed starts into account))
             50.000%    1.00ms
             99.000%    1.10ms
            """;

    /** @param p50 as wrk2 prints it */
    private static String printed(String p50, double reached) {
        return """
            Running 1m test @ http://127.0.0.1:8080/v0/entity?id=a
              2 threads and 64 connections
              Thread calibration: mean lat.: 0.870ms, rate sampling interval: 10ms
              Thread Stats   Avg      Stdev     Max   +/- Stdev
                Latency   833.29us  354.37us   1.80ms   65.89%
                Req/Sec   535.29     84.39   700.00     58.42%
            """
                + LIST.formatted(p50)
                + AGAIN
                + """
              Detailed Percentile spectrum:
                   Value   Percentile   TotalCount 1/(1-Percentile)

                   0.838     0.500000          991         2.00
                   1.805     1.000000         1979          inf
            #[Mean    =        0.833, StdDeviation   =        0.354]
            #[Max     =        1.805, Total count    =         1979]
            ----------------------------------------------------------
            """
                + "  " + Math.round(60 * reached) + " requests in 1.00m, 808.39KB read\n"
                + "Requests/sec:   " + String.format(Locale.ROOT, "%.2f", reached) + "\n"
                + "Transfer/sec:     67.36KB\n";
    }

    private static String command(String rate) {
        return "$ wrk -d 60s -t 2 -c 64 -R " + rate + " -s put.lua -L http://127.0.0.1:8080\n";
    }

    /** As "saturated, lost", load by load. */
    private static List<String> faults(String file) {
        return faults(file, null);
    }

    private static List<String> faults(String file, Integer rate) {
        return QuotedLoad.in(file, rate).stream()
                .map(load -> String.join(
                        ", ", load.faults().stream().map(Lint.Fault::id).toList()))
                .toList();
    }

    @Test
    void loadThatDidNotHoldItsRateIsFound() {
        assertEquals(List.of("rate-not-held"), faults(command("10000") + printed("1.10ms", 8700)));
        assertEquals(List.of(""), faults(command("10000") + printed("1.10ms", 9950)));
        assertEquals(List.of("rate-not-held"), faults(command("10k") + printed("1.10ms", 8700)));
        assertEquals(List.of("rate-not-held"), faults(command("10000000") + "Requests/sec:  90000.00\n"));
    }

    @Test
    void rateIsThatOfTheLastCommandBeforeTheText() {
        String report = "At `-R 20000` it chokes.\n" + command("5000") + printed("1.10ms", 4990) + "Then more:\n"
                + command("9000") + printed("1.20ms", 8990) + "and again\n" + printed("1.20ms", 4000);
        List<QuotedLoad> loads = QuotedLoad.in(report, null);
        assertEquals(
                Arrays.asList(5000, 9000, null),
                loads.stream().map(QuotedLoad::rate).toList());
        assertEquals(List.of("", "", ""), faults(report));
        assertEquals("line 3, 5000 requests/s", loads.get(0).title());
        assertEquals(
                "line " + loads.get(2).line() + ", rate unknown", loads.get(2).title());
    }

    @Test
    void commandThatIsNotQuotedIsToldBesides() {
        assertEquals(List.of(""), faults(printed("1.10ms", 8700)));
        assertEquals(List.of("rate-not-held"), faults(printed("1.10ms", 8700), 10_000));
        assertEquals(List.of(""), faults(command("8700") + printed("1.10ms", 8700), 10_000));
    }

    /** The uncorrected list, which comes second, would hide it. */
    @Test
    void listOfPercentilesIsEnoughForSaturated() {
        assertEquals(List.of("saturated"), faults(LIST.formatted("9.12s")));
        assertEquals(List.of("saturated"), faults(LIST.formatted("9.12s") + AGAIN));
        assertEquals(List.of("saturated", ""), faults(LIST.formatted("1.02m") + LIST.formatted("1.02ms")));
        assertEquals(List.of("saturated"), faults(" 50.000%  101.00ms\n"));
        assertEquals(List.of("saturated"), faults("  50%  101.00ms\n"));
    }

    @Test
    void errorsAreFound() {
        String printed = printed("1.10ms", 10_000)
                .replace(
                        "Requests/sec",
                        "  Socket errors: connect 0, read 3, write 0, timeout 64\n  Non-2xx or 3xx"
                                + " responses: 11997\nRequests/sec");
        assertEquals(List.of("bad-answers, lost"), faults(command("10000") + printed));
    }

    @Test
    void textIsFoundInMarkdownAndWithOtherLineEnds() {
        String text = command("10000") + printed("1.10ms", 8700);
        for (String start : List.of("> ", "    ", "\t", ">     ")) {
            String quoted = text.replaceAll("(?m)^", start).replace("\n", "\r\n");
            assertEquals(List.of("rate-not-held"), faults("# PUT\r\n```\r\n" + quoted), start);
        }
    }

    @Test
    void sentenceThatLooksLikeALineOfWrk2BeginsNoLoad() {
        String report = command("10000") + "4 threads and 64 connections, as before:\n10000 requests in a second:\n"
                + printed("1.10ms", 8700);
        assertEquals(List.of("rate-not-held"), faults(report));
        assertEquals(List.of(), faults("Requests/sec:  ...\n 50% ..ms\n"));
    }

    @Test
    void rateIsReadAsShellsAndMarkdownShowIt() {
        for (String option :
                List.of("-R10000", "-R  10000", "-R \"10000\"", "--rate=10K", "`-R 10000`", "(-R 10000)", "-R10000,")) {
            assertEquals(
                    10_000,
                    QuotedLoad.in("wrk " + option + "\n" + printed("1.10ms", 8700), null)
                            .get(0)
                            .rate(),
                    option);
        }
    }

    /** Lines that are missing, doubled or in another order cost what they tell and nothing else. */
    @Test
    void noTextIsTooDamagedToBeRead() {
        Random random = new Random(28);
        for (int i = 0; i < 2000; i++) {
            List<String> lines = new ArrayList<>();
            for (int load = 0; load < 2; load++) {
                (command("10000") + printed("9.12s", 8700)).lines().forEach(lines::add);
            }
            lines.removeIf(line -> random.nextInt(4) == 0);
            if (random.nextBoolean()) {
                Collections.shuffle(lines, random);
            }
            for (QuotedLoad load : QuotedLoad.in(String.join("\n", lines), null)) {
                List<String> ids = load.faults().stream().map(Lint.Fault::id).toList();
                if (!load.text().contains("Requests/sec")) {
                    assertFalse(ids.contains("rate-not-held"), load.text());
                }
                assertFalse(ids.contains("too-short"), load.text());
                if (load.rate() == null) {
                    assertFalse(ids.contains("rate-not-held"), load.text());
                }
            }
        }
    }

    @Test
    void fileWithoutSuchTextHasNone() {
        assertEquals(List.of(), QuotedLoad.in("Nothing was running.\n50 % of the requests in a second\n", null));
        assertNull(QuotedLoad.in(printed("1.10ms", 8700), null).get(0).rate());
    }
}
