package kvlab.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Of runs that were recorded: p99 of a1 is 33.09 ms. */
class ClaimsTest {

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

    @Test
    void shareIsToldInPercent() throws Exception {
        String share = "(run:" + RUN + "#/figures/compilerShare)";
        double percent = 100 * RunFolder.find(home(), RUN).read().figures().compilerShare();
        assertEquals(List.of(), faults(String.format("The compilers took [%.1f %%]%s.", percent, share)));
        assertEquals(
                1,
                faults(String.format("The compilers took [%.1f %%]%s.", percent + 1, share))
                        .size());
    }

    @Test
    void runThatNobodyFindsIsNamed() throws Exception {
        assertEquals(
                List.of("\"33.1 ms\": 20200101-nothing: there is no such run; ./lab runs lists them."),
                faults("It takes [33.1 ms](run:20200101-nothing#/figures/latency/percentiles/99.0)."));
    }

    @Test
    void lastIsAnotherRunTomorrow() throws Exception {
        assertEquals(
                List.of("\"33.1 ms\": name the run, which ./lab runs lists; \"last\" is another one tomorrow."),
                faults("It takes [33.1 ms](run:last#/figures/latency/percentiles/99.0)."));
    }

    @Test
    void figureThatTheRunDoesNotHaveIsNamed() throws Exception {
        assertEquals(
                List.of("\"33.1 ms\": run " + RUN + " has no figure /figures/latncy."),
                faults("It takes [33.1 ms](run:" + RUN + "#/figures/latncy)."));
    }

    @Test
    void citationWithoutANumberProvesNothing() throws Exception {
        assertEquals(
                List.of("\"fast\": expected a number, as 12.4 ms, since a figure of run " + RUN + " is cited."),
                faults("It is [fast]" + P99 + "."));
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
        return Path.of(ClaimsTest.class.getResource("recorded").toURI());
    }
}
