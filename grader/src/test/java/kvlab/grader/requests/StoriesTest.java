package kvlab.grader.requests;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URLDecoder;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StoriesTest {

    private static final byte[] NOTHING = {};
    private static final Step.Scene SCENE = new Step.Scene("key-", 3, true, true);

    private final Model threeCopies = new Model(3);

    @Test
    void sameSeedTellsTheSameStories() {
        assertEquals(stories(7, 20), stories(7, 20));
        assertTrue(!stories(7, 20).equals(stories(8, 20)));
    }

    @Test
    void everyKindOfStepIsTold() {
        long kinds = stories(1, 200).stream().map(Step::kind).distinct().count();
        assertEquals(Step.Kind.values().length, kinds);
    }

    @Test
    void nodeThatGoesDownComesBackInTheSameStory() {
        Stories stories = new Stories(3, 3, true, true, 17, Stories.STEPS);
        for (int i = 0; i < 100; i++) {
            List<Step.Kind> kinds = stories.get().stream().map(Step::kind).toList();
            int down = kinds.indexOf(Step.Kind.DOWN);
            assertTrue(down >= 0 && down < kinds.indexOf(Step.Kind.UP), kinds::toString);
        }
    }

    @Test
    void whatIsNotNeededForAFailureIsLeftOut() throws InterruptedException {
        List<Step> story = new Stories(5, 3, true, false, 17, Stories.STEPS).get();
        Step first = story.get(3);
        Step second = story.get(story.size() - 1);
        List<Step> fewest =
                Fewest.of(story, less -> hasOneLike(first, less) && hasOneLike(second, less), Integer.MAX_VALUE);
        assertEquals(2, fewest.size());
        for (Step step : fewest) {
            assertEquals(List.of(), step.simpler());
        }
    }

    private static boolean hasOneLike(Step step, List<Step> story) {
        return story.stream().anyMatch(each -> each.seed() == step.seed());
    }

    @Test
    void whatAPersonWouldSendIsShownAsCurl() {
        Step put = put("a b", 0, 0);
        String value = new String(put.value(), US_ASCII);
        assertEquals(
                "curl -i -X PUT --data-binary '" + value + "' 'http://h:1/v0/entity?id=key-a%20b'",
                put.line(SCENE, "http://h:1"));
    }

    @Test
    void whatCurlCannotSendIsShownAsBytes() {
        Step old = new Step(Step.Kind.ENTITY, "GET", "a", 0, 0, 0, 0, new Step.Manner(true, 2, false, true), 2);
        String line = old.line(SCENE, "http://h:1");
        assertTrue(line.startsWith("bytes in pieces, cut at ["), line);
        assertTrue(line.endsWith("GET /v0/entity?id=key-a HTTP/1.0\\r\\nHost: h:1\\r\\n\\r\\n"), line);
    }

    @Test
    void nodesThatKnowOneSpellingOfReplicasAreAskedInThatOne() {
        Step.Scene ackFrom = new Step.Scene("key-", 3, false, true);
        assertEquals("/v0/entity?id=key-a&ack=2&from=3", get("a", 2, 3).target(ackFrom));
        Step.Scene replicas = new Step.Scene("key-", 3, true, false);
        for (Step step : stories(4, 100)) {
            if (step.kind() != Step.Kind.DOWN && step.kind() != Step.Kind.UP) {
                assertFalse(step.target(ackFrom).contains("replicas="), step.target(ackFrom));
                assertFalse(step.target(replicas).matches(".*(ack|from)=.*"), step.target(replicas));
            }
        }
    }

    @Test
    void readThatOverlapsWithAWriteHasToShowIt() {
        assertNull(threeCopies.expected(put("a", 2, 3), 201, NOTHING, 0));
        Model.Expected expected = threeCopies.expected(get("a", 2, 3), 404, NOTHING, 0);
        assertEquals("R9", expected.rule());
    }

    @Test
    void readThatNeedNotOverlapMayBeStale() {
        assertNull(threeCopies.expected(put("a", 2, 3), 201, NOTHING, 0));
        assertNull(threeCopies.expected(get("a", 1, 3), 404, NOTHING, 0));
    }

    @Test
    void writeThatWasRefusedMayShowOrNot() {
        Step first = put("a", 3, 3);
        Step refused = put("a", 3, 3);
        assertNull(threeCopies.expected(first, 201, NOTHING, 0));
        assertNull(threeCopies.expected(refused, 504, NOTHING, 1));
        assertNull(threeCopies.expected(get("a", 2, 3), 200, first.value(), 0));
        assertNull(threeCopies.expected(get("a", 2, 3), 200, refused.value(), 0));
        assertNotNull(threeCopies.expected(get("a", 2, 3), 404, NOTHING, 0));
    }

    @Test
    void writeWhoseClientHasGoneMayComeLater() {
        Step gone = put("a", 0, 0);
        Step later = put("a", 0, 0);
        threeCopies.gone(gone);
        assertNull(threeCopies.expected(later, 201, NOTHING, 0));
        assertNull(threeCopies.expected(get("a", 0, 0), 200, later.value(), 0));
        assertNull(threeCopies.expected(get("a", 0, 0), 200, gone.value(), 0));
        Model.Expected expected = threeCopies.expected(get("a", 0, 0), 404, NOTHING, 0);
        assertEquals("R9", expected.rule());
        assertEquals("GET shows what was written last: 200 with the 8 bytes that were put", expected.sentence());
    }

    @Test
    void requestMayComeByteByByte() {
        Step slow = stories(11, 40).stream()
                .filter(step -> step.manner().pieces() == Step.EVERY_BYTE && step.length() == 0)
                .findFirst()
                .orElseThrow();
        int most = Math.min(150, slow.bytes(SCENE, "h:1").length);
        assertEquals(IntStream.range(1, most).boxed().toList(), slow.cuts(most));
        assertTrue(slow.line(SCENE, "http://h:1").startsWith("bytes one by one"), slow.line(SCENE, "http://h:1"));
    }

    @Test
    void storyMayHaveReadsAtOnceOfAClientWithLittleRoom() {
        List<Step> narrow = stories(2, 40).stream()
                .filter(step -> step.connection() == Stories.NARROW && step.isReadLate())
                .toList();
        assertTrue(narrow.stream().anyMatch(step -> step.manner().together()), "none of " + narrow.size());
    }

    @Test
    void requestThatCanDoWithoutTheNodeThatIsDownIsAnswered() {
        assertNotNull(threeCopies.expected(put("a", 2, 3), 504, NOTHING, 1));
        assertNull(threeCopies.expected(put("a", 3, 3), 504, NOTHING, 1));
        assertNotNull(threeCopies.expected(put("a", 3, 3), 504, NOTHING, 0));
    }

    @Test
    void keyThatWasNeverPutIsAbsentForEveryRead() {
        assertNotNull(threeCopies.expected(get("a", 1, 3), 200, NOTHING, 0));
        assertNull(threeCopies.expected(get("a", 1, 3), 404, NOTHING, 0));
    }

    @Test
    void keysAreWrittenInManyWaysAndMeanTheSame() {
        for (Step step : stories(9, 200)) {
            String target = step.target(SCENE);
            for (String parameter : target.substring(target.indexOf('?') + 1).split("&")) {
                if (parameter.startsWith("id=key")) {
                    String id = parameter.substring("id=".length()).replace("+", "%2B");
                    assertEquals("key-" + step.key(), URLDecoder.decode(id, ISO_8859_1));
                }
            }
        }
    }

    @ParameterizedTest(name = "{0} {1}: {2}")
    @CsvSource({
        "PATH, GET, 400, S3",
        "METHOD, POST, 405, S3",
        "NO_ID, GET, 400, E6",
        "TOO_LARGE, PUT, 413, E8",
        "REPLICAS, GET, 400, R2",
        "CHUNKED, PUT, 411, E12",
        "CHUNKED, PUT, 201, E12",
        "ENTITY, PUT, 201, E1",
        "ENTITY, DELETE, 202, E4",
        "ENTITY, GET, 404, E3"
    })
    void everyKindHasItsAnswerAndTheRuleThatAnotherOneBreaks(Step.Kind kind, String method, int right, String rule) {
        Step step = new Step(kind, method, "a", 8, 0, 0, 0, Step.Manner.PLAIN, 1);
        assertNull(new Model(1).expected(step, right, NOTHING, 0));
        assertEquals(rule, new Model(1).expected(step, 500, NOTHING, 0).rule());
    }

    @Test
    void wrongReadBreaksTheRuleOfTheWriteBeforeIt() {
        Model model = new Model(1);
        assertNull(model.expected(put("a", 0, 0), 201, NOTHING, 0));
        assertEquals("E2", model.expected(get("a", 0, 0), 404, NOTHING, 0).rule());
        assertEquals("E7", model.expected(get("a", 0, 0), 400, NOTHING, 0).rule());
        Step delete = new Step(Step.Kind.ENTITY, "DELETE", "a", 0, 0, 0, 0, Step.Manner.PLAIN, 1);
        assertNull(model.expected(delete, 202, NOTHING, 0));
        assertEquals("E5", model.expected(get("a", 0, 0), 200, NOTHING, 0).rule());
    }

    private static int seed;

    private static Step put(String key, int ack, int from) {
        return new Step(Step.Kind.ENTITY, "PUT", key, 8, ack, from, 0, Step.Manner.PLAIN, ++seed);
    }

    private static Step get(String key, int ack, int from) {
        return new Step(Step.Kind.ENTITY, "GET", key, 0, ack, from, 0, Step.Manner.PLAIN, ++seed);
    }

    private static List<Step> stories(long seed, int count) {
        Stories stories = new Stories(seed, 3, true, true, 17, Stories.STEPS);
        return IntStream.range(0, count)
                .boxed()
                .flatMap(i -> Stream.of(stories.get()))
                .flatMap(List::stream)
                .toList();
    }
}
