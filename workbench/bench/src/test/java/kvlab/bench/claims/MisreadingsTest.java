package kvlab.bench.claims;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import kvlab.bench.kept.RunFolder;
import kvlab.bench.lint.Lint;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sentences as they stand in reports, about runs that were recorded: p99 of a1 is 33.09 ms, of b1 61.60 ms. */
class MisreadingsTest {

    private static final String A = "[33.1 ms](run:1-single-node/store-put/a1#/figures/latency/percentiles/99.0)";
    private static final String B = "[61.6 ms](run:1-single-node/store-put/b1#/figures/latency/percentiles/99.0)";
    private static final String MEDIAN = "[0.67 ms](run:1-single-node/store-put/a1#/figures/latency/percentiles/50.0)";

    @Test
    void plusMinusStdevIsNoDeviation() throws Exception {
        assertEquals(
                List.of("\"96.13 %\" is told as a deviation; in run 1-single-node/store-put/a1 it is \"+/- Stdev\" of"
                        + " Latency, the part that lies within one Stdev of Avg; write percentiles, or Stdev, which is"
                        + " 6.47ms."),
                faults("The base store answers in 1.96 ms on average, with a standard deviation of 96.13 %."));
        assertEquals(1, faults("p99 is " + A + " and the spread 79.65%.").size());
    }

    @Test
    void requestsOfOneThreadAreNotThoseOfTheServer() throws Exception {
        assertEquals(
                List.of("\"507.87 requests/s\" is told as the throughput; in run 1-single-node/store-put/a1 it is"
                        + " \"Req/Sec\", the average of each of 2 threads; write 998 requests/s, its"
                        + " \"Requests/sec\"."),
                faults("With p99 = " + A + " the base store holds 507.87 requests/s."));
    }

    @Test
    void percentAndTimesThatContradictEachOther() throws Exception {
        assertEquals(
                List.of("\"2.1 times (+27 %)\" contradicts itself: +27 % is 1.27 times, and 2.1 times is +110 %; write"
                        + " the one that the runs show."),
                faults("Replication adds 2.1 times (+27 %) mean PUT latency."));
        assertEquals(1, faults("The mean grows by +66 % (2.66 times).").size());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "p99 goes from {A} to {B} (+27 %).",
                "p99 goes from {A} to {B}, 2.7 times as long.",
                "The tuned store is 27 % slower: {B} against {A}.",
                "The tuned store is 5 times slower than {A}: it takes {B} at the 99th percentile.",
            })
    void ratioThatTheCitedFiguresDoNotHave(String sentence) throws Exception {
        List<String> faults = faults(sentence);
        assertEquals(1, faults.size(), sentence);
        assertTrue(faults.get(0).contains("in the runs one is 1.86 times the other"), faults.get(0));
    }

    /** Some of course reports, some that come close to a mistake. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Replication halves the rate that can be held (10000 to 5000) and adds 66 % mean PUT latency.",
                "At 5 nodes async is equal to p90 and 5 times better at p99; {A} was seen, and {B} once.",
                "About 95 % of lock samples are in the selector manager, about 2 % in the database.",
                "p99 goes from {A} to {B} (+86 %).",
                "p99 goes from {A} to {B}, 1.9 times as long.",
                "p99 goes from {B} to {A} (−46 %).",
                "p99 goes from {A} to {B}, and CPU time is 40 % higher.",
                "CPU time is +40 %, while p99 goes from {A} to {B}.",
                "We measured 3 times: {A} against {B}.",
                "p99 is {A}, 9.5 times {M}.",
                "p99 goes from {A} to {B}, 3 times in a row.",
                "We saw {A} and {B} 3 times.",
                "One in four requests is slow (10–27 % (1.2 times) of them).",
                "It is 1.27 times (+27 %) the latency of the other.",
                "It takes half: 0.5 times (−50 %).",
                "2 times less (−50 %) is said as well as 2 times (-50 %).",
                "96.13 % of the requests lie within one standard deviation.",
                "\"+/- Stdev\" says 96.13 %, which is no deviation.",
                "The share of CPU is 96.13 %, and p99 is {A}.",
                "Each thread sent 507.87 requests/s.",
                "The server answers 998.40 requests/s with p99 at {A}.",
                "[33.1 ms](run:unknown#/figures/x) is 9 times [61.6 ms](run:unknown#/figures/x).",
                "[33.1 ms](run:1-single-node/store-put/a1#/no/such/thing) 9 times {B}.",
            })
    void rightSentencesAreLeftAlone(String sentence) throws Exception {
        assertEquals(List.of(), faults(sentence));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "p99 goes from {A} to {B} (+27 %).",
                "With p99 = {A} the base store holds 507.87 requests/s.",
            })
    void runMayBeNamedByTheBeginningOfItsName(String sentence) throws Exception {
        Path home = Path.of(
                MisreadingsTest.class.getResource("/kvlab/bench/recorded").toURI());
        List<CitedRun> two = RunFolder.reference(home).stream()
                .filter(run -> run.id().matches("1-single-node/store-put/(a1|b1)"))
                .map(CitedRun::new)
                .toList();
        String text = sentence.replace("{A}", A.replace("store-put/a1", "store-put/a"))
                .replace("{B}", B.replace("store-put/b1", "store-put/b"));
        assertEquals(1, Misreadings.in(text, two).size());
    }

    @Test
    void eachSentenceIsReadByItself() throws Exception {
        String text = "p99 goes from {A} to {B} (+27 %). It says 507.87 requests/s.\n\nThe deviation is 96.13 %.";
        assertEquals(3, faults(text).size());
    }

    /** Whoever looks at what somebody else wrote has so much memory and no more. */
    @Test
    void nobodyIsToldOfMoreThanAThousand() throws Exception {
        assertEquals(
                1000, faults("The deviation is" + " 96.13 %".repeat(1500) + ".").size());
    }

    static List<String> faults(String text) throws IOException, URISyntaxException {
        Path home = Path.of(
                MisreadingsTest.class.getResource("/kvlab/bench/recorded").toURI());
        return Misreadings.in(
                        text.replace("{A}", A).replace("{B}", B).replace("{M}", MEDIAN),
                        RunFolder.reference(home).stream().map(CitedRun::new).toList())
                .stream()
                .map(Lint.Fault::text)
                .toList();
    }
}
