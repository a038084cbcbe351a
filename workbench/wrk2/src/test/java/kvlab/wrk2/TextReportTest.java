package kvlab.wrk2;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Isolated("changes the locale of the JVM")
class TextReportTest {

    private static final Errors NONE = new Errors(0, 0, 0, 0, 0);
    private static final Errors BAD_STATUS = new Errors(0, 0, 0, 11997, 0);
    private static final Errors TIMEOUT = new Errors(0, 0, 0, 0, 1);

    private static final Map<String, String> KINDS = kinds();

    private static Map<String, String> kinds() {
        String time = "(\\d+\\.\\d\\d(us|ms|s |m )|-nanus)";
        String rate = "(\\d+\\.\\d\\d([kMGT] |  )|-nan)";
        String within = " +\\d+\\.\\d\\d%";
        String size = "\\d+\\.\\d\\d[KMGT]?B";
        String millis = "(?=.{12}[,\\]]) *\\d+\\.\\d{3}";
        String whole = "(?=.{12}[,\\]]) *\\d+";
        Map<String, String> kinds = new LinkedHashMap<>();
        kinds.put("running", "Running \\d+[sm] test @ \\S+");
        kinds.put("threads", "  \\d+ threads and \\d+ connections");
        kinds.put("calibration", "  Thread calibration: mean lat\\.: \\d+\\.\\d{3}ms, rate sampling interval: \\d+ms");
        kinds.put("header", "  Thread Stats   Avg      Stdev     Max   \\+/- Stdev");
        kinds.put("latency", "(?=.{50}$)    Latency    *" + (time + " *").repeat(3) + within);
        kinds.put("rate", "(?=.{50}$)    Req/Sec    *" + (rate + " *").repeat(3) + within);
        kinds.put("corrected", "  Latency Distribution \\(HdrHistogram - Recorded Latency\\)");
        kinds.put(
                "uncorrected",
                "  Latency Distribution \\(HdrHistogram - Uncorrected Latency"
                        + " \\(measured without taking delayed starts into account\\)\\)");
        kinds.put("percentile", "(?=.{18}$)[ 1]\\d\\d\\.\\d{3}% +" + time);
        kinds.put("blank", "");
        kinds.put("spectrum", "  Detailed Percentile spectrum:");
        kinds.put("columns", "       Value   Percentile   TotalCount 1/\\(1-Percentile\\)");
        kinds.put("row", "(?=.{51}$) *\\d+\\.\\d{3} +[01]\\.\\d{6} +\\d+ +\\d+\\.\\d\\d");
        kinds.put("last row", "(?=.{51}$) *\\d+\\.\\d{3}     1\\.000000 +\\d+          inf");
        kinds.put("mean", "#\\[Mean    = " + millis + ", StdDeviation   = " + millis + "]");
        kinds.put("max", "#\\[Max     = " + millis + ", Total count    = " + whole + "]");
        kinds.put("buckets", "#\\[Buckets =           27, SubBuckets     =         2048]");
        kinds.put("rule", "-{58}");
        kinds.put("requests", "  \\d+ requests in \\d+\\.\\d\\d(us|ms|s|m), " + size + " read");
        kinds.put("errors", "  Socket errors: connect \\d+, read \\d+, write \\d+, timeout \\d+");
        kinds.put("status", "  Non-2xx or 3xx responses: \\d+");
        kinds.put("requests a second", "Requests/sec: (?=.{9}) *\\d+\\.\\d\\d");
        kinds.put("transfer a second", "Transfer/sec: (?=.{11}$) *" + size);
        return kinds;
    }

    @ParameterizedTest
    @ValueSource(strings = {"one", "two", "uniform", "tail", "hours", "zeros", "deep"})
    void sameSamplesGiveTheTextOfWrk2(String set) {
        assertEquals(Runs.resource("figures/" + set + ".txt"), TextReport.text(Runs.of(set)));
    }

    @Test
    void linesComeInTheShapeAndOrderOfWrk2() {
        LoadResult run = Runs.of("uniform");
        assertEquals(shape(golden("plain")), shape(text(Runs.with(run, false, false, BAD_STATUS), false)));
        assertEquals(shape(golden("latency")), shape(text(Runs.with(run, true, false, BAD_STATUS), true)));
        assertEquals(shape(golden("uncorrected")), shape(text(Runs.with(run, true, true, BAD_STATUS), true)));
        assertEquals(
                shape(golden("syntax-error-lua")), shape(text(Runs.with(Runs.empty(), false, false, TIMEOUT), false)));
    }

    @Test
    void uncorrectedImpliesLatency() {
        LoadResult run = Runs.of("two");
        assertEquals(
                TextReport.text(Runs.with(run, true, true, NONE)), TextReport.text(Runs.with(run, false, true, NONE)));
    }

    @Test
    void goodRunHasNoLineOfErrors() {
        String text = TextReport.text(Runs.with(Runs.of("two"), false, false, NONE));
        assertFalse(text.contains("errors"), text);
        assertFalse(text.contains("Non-2xx"), text);
    }

    @Test
    void nothingMeasuredPrintsZeros() {
        String text = TextReport.text(Runs.empty());
        assertTrue(text.contains("    Latency     0.00us    0.00us   0.00us    0.00%\n"), text);
        assertTrue(text.contains("    Req/Sec     0.00      0.00     0.00      0.00%\n"), text);
        assertTrue(text.contains("100.000%    0.00us\n"), text);
        assertTrue(text.contains("\n       0.000     1.000000            0          inf\n"), text);
        assertTrue(text.contains("#[Mean    =        0.000, StdDeviation   =        0.000]\n"), text);
        assertFalse(text.contains("nan") || text.contains("NaN"), text);
        shape(text);
    }

    @Test
    void runOfNoTimePrintsZeros() {
        String text = TextReport.text(Runs.lasting(Runs.of("two"), 0, 2));
        assertTrue(text.endsWith("Requests/sec:      0.00\nTransfer/sec:       0.00B\n"), text);
    }

    @Test
    void longMeanKeepsItsUnit() {
        LoadResult day = Runs.empty();
        day.latency().recordValue(72_000_000_000L);
        assertTrue(TextReport.text(day).contains("    Latency   1199.57m     0.00us1199.01m     0.00%\n"));
    }

    @Test
    void firstLines() {
        LoadOptions options = Runs.options(false, false);
        assertEquals("Running 12s test @ http://localhost:8080/v0/entity?id=a&x=<", TextReport.running(options));
        assertEquals("  2 threads and 8 connections", TextReport.threadsAndConnections(options));
        assertEquals(
                "  Thread calibration: mean lat.: 0.870ms, rate sampling interval: 10ms",
                TextReport.calibration(new LoadResult.Calibration(870, 10)));
    }

    @Test
    void decimalPointInEveryLocale() {
        String expected = TextReport.text(Runs.of("tail"));
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
            assertEquals(expected, TextReport.text(Runs.of("tail")));
        } finally {
            Locale.setDefault(before);
        }
    }

    private static String text(LoadResult run, boolean calibrated) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        out.print(TextReport.running(run.options()) + "\n");
        out.print(TextReport.threadsAndConnections(run.options()) + "\n");
        if (calibrated) {
            run.calibrations().forEach(each -> out.print(TextReport.calibration(each) + "\n"));
        }
        TextReport.print(run, out);
        return bytes.toString(StandardCharsets.UTF_8);
    }

    /** What wrk2 itself printed: without the command, the script's mistakes and the exit status. */
    static String golden(String name) {
        return Runs.resource("golden/" + name + ".txt").replaceAll("(?m)^([$] |exit |syntax-error).*\n", "");
    }

    /** The kinds of a text's lines, in order; of lines of one kind that follow each other, the first. */
    static List<String> shape(String text) {
        List<String> shape = new ArrayList<>();
        text.lines().map(TextReportTest::kind).forEach(kind -> {
            if (shape.isEmpty() || !shape.get(shape.size() - 1).equals(kind)) {
                shape.add(kind);
            }
        });
        return shape;
    }

    private static String kind(String line) {
        return KINDS.entrySet().stream()
                .filter(kind -> line.matches(kind.getValue()))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElseThrow(() -> new AssertionError("wrk2 prints no such line: \"" + line + "\""));
    }
}
