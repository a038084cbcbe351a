package kvlab.bench.knee;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A server that is simulated: it holds what is up to its knee. */
class KneeSearchTest {

    private static final int HIGHEST = 10_000_000;

    private final List<Integer> tried = new ArrayList<>();
    private final List<Integer> confirmed = new ArrayList<>();

    @ParameterizedTest
    @CsvSource({"7000, 500", "7000, 7000", "7000, 6900", "7000, 100000", "75123, 40000", "13, 500", "500, 500"})
    void kneeIsFoundWithinFivePercentFromWhereverItBegins(int knee, int first) throws Exception {
        int found = search(rate -> rate <= knee).find(first);
        assertTrue(found <= knee && found >= knee / 1.08, found + " for " + knee);
        assertEquals(List.of(found), confirmed);
    }

    @Test
    void fromNearbyItTakesAFewProbes() throws Exception {
        search(rate -> rate <= 9000).find(6000);
        assertTrue(tried.size() <= 12, tried.toString());
    }

    @Test
    void serverThatHoldsNothingHasNoKnee() throws Exception {
        assertNull(search(rate -> false).find(500));
        assertTrue(confirmed.isEmpty());
    }

    @Test
    void searchEndsAtTheHighestRate() throws Exception {
        assertEquals(800, new KneeSearch((rate, confirmation, left) -> rate <= 10_000, 800).find(500));
    }

    /** A neighbour makes every fifth probe fail, whatever its rate is: a single failure must not end the search. */
    @Test
    void rateThatFailsOnceIsTriedAgain() throws Exception {
        int[] probes = {0};
        KneeSearch search = new KneeSearch(
                (rate, confirmation, left) -> {
                    probes[0]++;
                    return rate <= 7000 && (probes[0] % 5 != 2 || confirmation);
                },
                HIGHEST);
        int found = search.find(500);
        assertTrue(found <= 7000 && found >= 7000 / 1.08, "" + found);
    }

    @Test
    void noiseAroundTheKneeMovesTheAnswerByNoMoreThanIsNoisy() throws Exception {
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            int found = new KneeSearch(
                            (rate, confirmation, left) -> rate <= 7000 * (1 + 0.03 * random.nextGaussian()), HIGHEST)
                    .find(900);
            assertTrue(found > 7000 * 0.8 && found < 7000 * 1.12, found + " with seed " + seed);
        }
    }

    @Test
    void whatIsNotHeldForLongerIsSteppedDownFrom() throws Exception {
        Integer found = new KneeSearch(
                        (rate, confirmation, left) -> {
                            (confirmation ? confirmed : tried).add(rate);
                            return rate <= (confirmation ? 6000 : 7000);
                        },
                        HIGHEST)
                .find(500);
        assertTrue(found <= 6000 && found >= 5500, found.toString());
        assertTrue(confirmed.size() > 1);
    }

    @Test
    void stepsDownGrowAndWhatTheyLeaveOutIsHalved() throws Exception {
        Integer found = new KneeSearch(
                        (rate, confirmation, left) -> {
                            (confirmation ? confirmed : tried).add(rate);
                            return rate <= (confirmation ? 4200 : 7000);
                        },
                        HIGHEST)
                .find(500);
        int first = confirmed.get(0);
        assertEquals(
                List.of(first, part(first, 0.92), part(first, 0.84), part(first, 0.68), part(first, 0.36)),
                confirmed.subList(0, 5));
        assertTrue(found <= 4200 && found > 4200 / 1.1 - 10, found.toString());
    }

    private static int part(int rate, double part) {
        return KneeSearch.round((int) (rate * part));
    }

    @Test
    void whatIsNeverConfirmedIsNoKnee() throws Exception {
        assertNull(new KneeSearch((rate, confirmation, left) -> !confirmation && rate <= 7000, HIGHEST).find(500));
    }

    @Test
    void ratesHaveThreeDigits() {
        assertEquals(999, KneeSearch.round(999));
        assertEquals(12_300, KneeSearch.round(12_345));
    }

    @Test
    void timeThatIsLeftNeverGrowsWhileItBisects() throws Exception {
        List<Integer> lefts = new ArrayList<>();
        new KneeSearch(
                        (rate, confirmation, left) -> {
                            lefts.add(left);
                            return rate <= 7000;
                        },
                        HIGHEST)
                .find(6000);
        assertEquals(0, lefts.get(lefts.size() - 1));
        for (int i = 3; i < lefts.size(); i++) {
            assertTrue(lefts.get(i) <= lefts.get(i - 1), lefts.toString());
        }
    }

    private KneeSearch search(IntPredicate held) {
        return new KneeSearch(
                (rate, confirmation, left) -> {
                    (confirmation ? confirmed : tried).add(rate);
                    return held.test(rate);
                },
                HIGHEST);
    }
}
