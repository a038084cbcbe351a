package kvlab.bench.claims;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import kvlab.bench.kept.MadeRun;
import kvlab.bench.kept.Probe;
import kvlab.bench.kept.RunFolder;
import kvlab.bench.lint.Lint;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Of runs that were recorded: p99 of a1 is 33.09 ms. */
class ClaimsTest {

    private static final String PROFILED = "3-replication/put-5000";
    private static final String RUN = "1-single-node/store-put/a1";
    private static final String P99 = "(run:" + RUN + "#/figures/latency/percentiles/99.0)";

    @ParameterizedTest
    @ValueSource(strings = {"[33.1 ms]", "[33 ms]", "[33.09]", "[33,090 µs]", "[p99 of 0.0331 s]"})
    void figureMayBeRoundedAndHaveAnotherUnit(String figure) throws Exception {
        assertEquals(List.of(), faults("It takes " + figure + P99 + "."));
    }

    @Test
    void otherFigureIsNamed() throws Exception {
        assertEquals(
                List.of("\"34 ms\": in run " + RUN + " /figures/latency/percentiles/99.0 is 33.09 ms."),
                faults("It takes [34 ms]" + P99 + "."));
        assertEquals(1, faults("It takes [33.1 s]" + P99 + ".").size());
        assertEquals(1, faults("It takes [33.2]" + P99 + ".").size());
    }

    /** One of each kind that run.json and compare.json have. */
    @ParameterizedTest
    @CsvSource({
        "put/a2, /options/linkDelayMillis, ms",
        "put/a2, /options/seconds, s",
        "put/a2, /warmUp/seconds, s",
        "put/a2, /warmUp/compilerShare, %",
        "put/a2, /figures/requests, ''",
        "put/a2, /figures/requestsPerSecond, ''",
        "put/a2, /figures/latency/meanMillis, ms",
        "put/a2, /figures/latency/stdDevMillis, ms",
        "put/a2, /figures/latency/maxMillis, ms",
        "put/a2, /figures/latency/percentiles/99.9, ms",
        "put/a2, /figures/latency/spectrum/3/millis, ms",
        "put/a2, /figures/latency/spectrum/3/part, %",
        "put/a2, /figures/latency/spectrum/3/count, ''",
        "put/a2, /figures/nodeCpuMicros, µs",
        "put/a2, /figures/compilerShare, %",
        "put/a2, /figures/collectorShare, %",
        "put/a2, /figures/loadShare, %",
        "put/a2, /figures/stolen, %",
        "put/a2, /figures/peakNodeMiB, ''",
        "put/a2, /timeLine/seconds/3/nodeMiB/0, ''",
        "put/a2, /profile/nodeCpuMicros, µs",
        "put/a2, /profile/events/cpu/perRequest, µs",
        "put/a2, /profile/events/cpu/categories/0/perRequest, µs",
        "put/a2, /profile/events/cpu/categories/0/share, %",
        "put/a2, /profile/events/cpu/top/0/perRequest, µs",
        "put/a2, /profile/events/alloc/perRequest, ''",
        "put/a2, /profile/events/lock/perRequest, µs",
        "put, /sides/0/answered/0, ''",
        "put, /outcomes/0/figures/0/baseline/middle, ms",
        "put, /outcomes/0/figures/3/variant/values/1, ms",
        "put, /outcomes/0/figures/3/ratio, ''",
        "put, /outcomes/0/figures/3/high, ''",
        "put, /outcomes/0/figures/4/baseline/middle, µs",
        "put, /outcomes/0/figures/4/variant/values/0, µs",
        "knee, /search/sloMillis, ms",
        "knee, /search/closedLoopPerSecond, ''",
        "knee, /search/probes/0/held, %",
        "knee, /search/probes/0/p50Millis, ms",
        "knee, /search/probes/0/p99Millis, ms",
        "knee, /search/rate, ''",
    })
    void figureIsCitedInItsUnit(String what, String pointer, String unit, @TempDir Path runs) throws Exception {
        String id = what.replace("put", PROFILED);
        Path profiled =
                Path.of(ClaimsTest.class.getResource("/kvlab/bench/profiled").toURI());
        RunFolder.Finder kit = named -> RunFolder.find(profiled, named);
        RunFolder.Finder all = named -> named.equals("knee") ? knee(runs) : kit.find(named);
        double figure =
                Prose.at(JsonParser.parseString(all.find(id).json()), pointer).getAsDouble();
        String told = String.format(Locale.ROOT, "%.4f %s", unit.equals("%") ? 100 * figure : figure, unit);
        String other = String.format(Locale.ROOT, "%.4f %s", 7 + 1000 * figure, unit);
        String cited = "](run:" + id + "#" + pointer + ").";
        assertEquals(List.of(), Claims.faults(List.of("It is [" + told + cited), all));
        assertEquals(1, Claims.faults(List.of("It is [" + other + cited), all).size());
    }

    private static RunFolder knee(Path runs) throws IOException {
        RunFolder folder = RunFolder.create(runs, Instant.EPOCH, "knee");
        Probe probe = new Probe(2000, 5, 10_000, 0.995, 0, 0, 1.25, 9.5, false, null);
        folder.write(
                RunFolder.Kind.RUN, MadeRun.GOOD.knee(folder.id(), 2000, probe).json());
        return folder;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '^', textBlock = """
            [33.1 ms](run:20200101-nothing#/x) | "33.1 ms": 20200101-nothing: there is no such run; ./lab runs lists them.
            [33.1 ms](run:last#/x) | "33.1 ms": name the run, which ./lab runs lists; "last" is another one tomorrow.
            [33.1 ms](run:{RUN}#/figures/latncy) | "33.1 ms": run {RUN} has no figure /figures/latncy.
            [fast]{P99} | "fast": expected a number, as 12.4 ms, since a figure of run {RUN} is cited.
            """)
    void citationThatProvesNothingIsToldWithTheReason(String cited, String told) throws Exception {
        String citation = cited.replace("{P99}", P99).replace("{RUN}", RUN);
        assertEquals(List.of(told.replace("{RUN}", RUN)), faults("It takes " + citation + "."));
    }

    @Test
    void whatIsSaidOfCitedFiguresIsReadToo() throws Exception {
        List<String> faults = faults("With [33.1 ms]" + P99 + " it holds 507.87 requests/s.");
        assertEquals(1, faults.size());
        assertTrue(faults.get(0).contains("the average of each of 2 threads"), faults.get(0));
    }

    @Test
    void otherLinksAreNoClaims() throws Exception {
        assertEquals(List.of(), faults("See [the page](../docs/bench.md), or [12 ms](other)."));
    }

    private static List<String> faults(String text) throws Exception {
        return Claims.faults(text, home()).stream().map(Lint.Fault::text).toList();
    }

    private static Path home() throws Exception {
        return Path.of(ClaimsTest.class.getResource("/kvlab/bench/recorded").toURI());
    }
}
