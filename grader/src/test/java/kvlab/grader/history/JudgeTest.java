package kvlab.grader.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Rules R6 to R11, a story for each thing that quorums promise, and for each that they do not. */
class JudgeTest {

    private final Story story = new Story();

    @Test
    void staleReadIsAViolationWhereQuorumsOverlap() {
        Operation old = story.put(1, "v1", "2/3", 0, 2);
        Operation young = story.put(2, "v2", "2/3", 20, 22);
        Operation read = story.get(3, "v1", "2/3", 23, 25);
        Finding finding = violation();
        assertEquals(List.of(old, young, read), finding.operations());
        assertEquals(read, finding.read());
        assertEquals(
                "client 3 read 'v1' of key 'k' (PUT 1, acknowledged by 2/3 via node 8081) with 2/3 via node 8083"
                        + " although PUT 2 of 'v2', begun after PUT 1 had ended, had been acknowledged by 2/3 (client 2"
                        + " via node 8082) before the read began: 2+2 > 3, so one of the replicas asked had it",
                finding.sentence());
    }

    @Test
    void readThatSeesTheNewestIsRight() {
        story.put(1, "v1", "2/3", 0, 2);
        story.put(2, "v2", "2/3", 20, 22);
        story.get(3, "v2", "2/3", 23, 25);
        consistent(1, 1, 0);
    }

    @Test
    void staleReadIsLegalWhereQuorumsNeedNotOverlap() {
        story.put(1, "v1", "2/3", 0, 2);
        story.put(2, "v2", "2/3", 20, 22);
        story.get(3, "v1", "1/3", 23, 25);
        story.get(3, null, "1/3", 26, 27);
        consistent(2, 0, 0);
    }

    @Test
    void staleReadIsLegalWhenTheLargerOfTwoNestedSetsIsNotCovered() {
        story.put(1, "v1", "2/2", 0, 2);
        story.get(3, null, "1/3", 3, 5);
        consistent(1, 0, 0);
    }

    @Test
    void setsOfDifferentSizeOverlapBecauseTheyAreNested() {
        story.put(1, "v1", "2/2", 0, 2);
        story.get(2, null, "2/3", 3, 5);
        assertEquals(
                "client 2 got 404 for key 'k' with 2/3 via node 8082 although PUT 1 of 'v1' had been acknowledged by 2/2"
                        + " (client 1 via node 8081) before the read began: 2+2 > 3, so one of the replicas asked had"
                        + " it, and no DELETE can be newer",
                violation().sentence());
    }

    @Test
    void readThatBeganBeforeTheAcknowledgementMayMissTheWrite() {
        story.put(1, "v1", "2/3", 0, 2);
        story.put(2, "v2", "2/3", 20, 24);
        story.get(3, "v1", "2/3", 24, 25);
        consistent(1, 1, 0);
    }

    @Test
    void onlyWhatWasAcknowledgedBeforeTheReadBeganBindsIt() {
        Operation read = story.get(3, null, "2/3", 10, 12);
        assertTrue(story.put(1, "v1", "2/3", 0, 9).binds(read));
        assertFalse(story.put(1, "v2", "2/3", 0, 10).binds(read));
        assertFalse(story.refusedPut(1, "v3", "2/3", 0, 9).binds(read));
    }

    @Test
    void valueThatNobodyWroteIsAViolation() {
        story.put(1, "v1", "1/3", 0, 2);
        Operation read = story.get(2, "v7", "1/3", 3, 5);
        assertEquals(List.of(read), violation().operations());
        assertEquals(
                "client 2 read 'v7' of key 'k' with 1/3 via node 8082, a value that nobody wrote",
                violation().sentence());
    }

    @Test
    void valueOfAnotherKeyIsAViolation() {
        story.putTo("other", 1, "v1", "1/3", 0, 2);
        story.get(2, "v1", "1/3", 3, 5);
        assertEquals(
                "client 2 read 'v1' of key 'k' with 1/3 via node 8082, but that is a value of another key: PUT 1 by"
                        + " client 1 wrote it to 'other'",
                violation().sentence());
    }

    @Test
    void valueOfTheFutureIsAViolation() {
        story.get(2, "v1", "1/3", 3, 5);
        story.put(1, "v1", "1/3", 6, 7);
        assertEquals(
                "client 2 read 'v1' of key 'k' with 1/3 via node 8082 before PUT 2 by client 1, which wrote it, had"
                        + " begun",
                violation().sentence());
    }

    @Test
    void valueMayBeReadWhileItIsWritten() {
        story.get(2, "v1", "1/3", 3, 5);
        story.put(1, "v1", "1/3", 4, 7);
        consistent(1, 0, 0);
    }

    @Test
    void refusedWriteMayShowOrNot() {
        story.put(1, "v1", "2/3", 0, 2);
        story.refusedPut(2, "v2", "2/3", 20, 22);
        story.get(3, "v1", "2/3", 30, 31);
        story.get(3, "v2", "2/3", 32, 33);
        story.get(3, "v1", "1/3", 34, 35);
        consistent(3, 2, 0);
    }

    @Test
    void refusedWriteDoesNotComeBackAfterANewerOne() {
        story.refusedPut(2, "v2", "2/3", 0, 2);
        story.put(1, "v1", "2/3", 20, 22);
        story.get(3, "v2", "2/3", 30, 31);
        assertEquals(
                "client 3 read 'v2' of key 'k' (PUT 1, refused via node 8082) with 2/3 via node 8083 although PUT 2 of"
                        + " 'v1', begun after PUT 1 had ended, had been acknowledged by 2/3 (client 1 via node 8081)"
                        + " before the read began: 2+2 > 3, so one of the replicas asked had it",
                violation().sentence());
    }

    @Test
    void lostWriteMayShowLongAfterANewerOne() {
        story.lostPut(2, "v2", "2/3", 0);
        story.put(1, "v1", "2/3", 200, 202);
        story.get(3, "v2", "2/3", 300, 301);
        consistent(1, 1, 0);
    }

    @Test
    void lostWriteIsNewerForGoodOnceItWasSeenSo() {
        story.lostPut(2, "v2", "2/3", 0);
        story.put(1, "v1", "2/3", 200, 202);
        story.get(3, "v2", "2/3", 300, 301);
        story.put(1, "v3", "2/3", 400, 402);
        story.get(3, "v2", "2/3", 500, 501);
        consistent(2, 2, 0);
    }

    @Test
    void deletedValueThatComesBackIsAViolation() {
        story.put(1, "v1", "2/3", 0, 2);
        story.delete(2, "2/3", 20, 22);
        story.get(3, "v1", "2/3", 30, 31);
        assertEquals(
                "client 3 read 'v1' of key 'k' (PUT 1, acknowledged by 2/3 via node 8081) with 2/3 via node 8083"
                        + " although DELETE 2, begun after PUT 1 had ended, had been acknowledged by 2/3 (client 2 via"
                        + " node 8082) before the read began: 2+2 > 3, so one of the replicas asked had it",
                violation().sentence());
    }

    @Test
    void deletedKeyIsAbsent() {
        story.put(1, "v1", "2/3", 0, 2);
        story.delete(2, "2/3", 20, 22);
        story.get(3, null, "2/3", 30, 31);
        consistent(1, 1, 0);
    }

    @Test
    void keyIsAbsentUntilAWriteBindsTheRead() {
        story.put(1, "v1", "1/3", 0, 2);
        story.get(3, null, "2/3", 30, 31);
        consistent(1, 0, 0);
    }

    @Test
    void deleteIsNoExplanationOnceAPutIsKnownToBeNewer() {
        story.delete(2, "2/3", 0, 2);
        story.put(1, "v1", "2/3", 20, 22);
        story.get(3, null, "2/3", 30, 31);
        assertEquals(2, violation().operations().size());
    }

    @Test
    void refusedDeleteExplainsAnAbsentKey() {
        story.put(1, "v1", "2/3", 0, 2);
        story.refusedDelete(2, "2/3", 20, 22);
        story.get(3, null, "2/3", 30, 31);
        consistent(1, 1, 0);
    }

    @Test
    void deleteExplainsAnAbsentKeyWhenItMayBeNewer() {
        story.delete(2, "1/3", 0, 2);
        story.put(1, "v1", "2/3", 12, 22);
        story.get(3, null, "2/3", 30, 31);
        consistent(1, 1, 0);
    }

    @Test
    void deleteOfTheFutureDoesNotExplainAnAbsentKey() {
        story.put(1, "v1", "2/3", 0, 2);
        story.get(3, null, "2/3", 30, 31);
        story.delete(2, "2/3", 32, 33);
        violation();
    }

    @Test
    void lostDeleteExplainsAnAbsentKeyForGood() {
        story.lostDelete(2, "2/3", 0);
        story.put(1, "v1", "2/3", 500, 502);
        story.get(3, null, "2/3", 530, 531);
        consistent(1, 1, 0);
    }

    @Test
    void readThatSeveralDeletesExplainIsUndecided() {
        story.put(1, "v1", "2/3", 0, 2);
        story.refusedDelete(2, "2/3", 20, 22);
        story.delete(1, "1/3", 20, 22);
        story.get(3, null, "2/3", 30, 31);
        story.get(3, "v1", "2/3", 33, 34);
        consistent(2, 2, 1);
    }

    @Test
    void writesThroughDifferentNodesCountAsConcurrentWithinTenMilliseconds() {
        story.put(1, "v1", "2/3", 0, 2);
        story.put(2, "v2", "2/3", 12, 13);
        story.get(3, "v1", "2/3", 30, 31);
        consistent(1, 1, 0);
    }

    @Test
    void writesThroughDifferentNodesAreOrderedAfterTenMilliseconds() {
        story.put(1, "v1", "2/3", 0, 2);
        story.put(2, "v2", "2/3", 13, 14);
        story.get(3, "v1", "2/3", 30, 31);
        violation();
    }

    @Test
    void writesThroughOneNodeAreOrderedAtOnce() {
        story.putVia(8080, 1, "v1", "2/3", 0, 2);
        story.putVia(8080, 2, "v2", "2/3", 3, 4);
        story.get(3, "v1", "2/3", 30, 31);
        violation();
    }

    @Test
    void eitherOfTwoConcurrentWritesMayWin() {
        story.put(1, "v1", "2/3", 0, 2);
        story.put(2, "v2", "2/3", 1, 3);
        story.get(3, "v1", "2/3", 30, 31);
        story.get(4, "v1", "2/3", 30, 31);
        consistent(2, 2, 0);
    }

    @Test
    void concurrentWritesHaveOneWinnerForAllReads() {
        story.put(1, "v1", "2/3", 0, 2);
        story.put(2, "v2", "2/3", 1, 3);
        story.get(3, "v1", "2/3", 30, 31);
        Operation read = story.get(4, "v2", "2/3", 29, 33);
        story.get(3, "v1", "2/3", 40, 41);
        assertEquals(4, violation().operations().size());
        assertEquals(read, violation().read());
        assertEquals(
                "the reads of key 'k' contradict each other: client 3 read 'v1' (PUT 1) with 2/3 after PUT 2 of 'v2' had"
                        + " been acknowledged by 2/3 (2+2 > 3), so PUT 1 is newer; but client 4 read 'v2' (PUT 2) with"
                        + " 2/3 after PUT 1 of 'v1' had been acknowledged by 2/3 (2+2 > 3), so PUT 2 is newer",
                violation().sentence());
    }

    @Test
    void whatReadsAndTimeTellTogetherIsHeldAgainstARead() {
        story.put(1, "v1", "3/3", 0, 30);
        story.putVia(8080, 2, "v2", "1/3", 10, 12);
        story.putVia(8080, 3, "v3", "2/3", 20, 22);
        story.get(4, "v2", "1/3", 40, 41);
        story.get(5, "v1", "2/3", 42, 43);
        story.get(6, "v3", "2/3", 44, 45);
        assertEquals(
                "the reads of key 'k' contradict each other: client 4 read 'v2' (PUT 2) with 1/3 after PUT 1 of 'v1' had"
                        + " been acknowledged by 3/3 (3+1 > 3), so PUT 2 is newer; PUT 2 of 'v2' had ended before PUT 3"
                        + " of 'v3' began, so PUT 3 is newer; but client 5 read 'v1' (PUT 1) with 2/3 after PUT 3 of"
                        + " 'v3' had been acknowledged by 2/3 (2+2 > 3), so PUT 1 is newer",
                violation().sentence());
    }

    @Test
    void writesThatAreNearlyConcurrentHaveOneWinnerToo() {
        story.put(1, "v1", "2/3", 0, 2);
        story.put(2, "v2", "2/3", 5, 6);
        story.get(3, "v2", "2/3", 30, 31);
        story.get(4, "v1", "2/3", 32, 33);
        violation();
    }

    @Test
    void plainerOfTwoReasonsAgainstAReadIsTold() {
        Operation first = story.putVia(8080, 1, "v1", "2/3", 0, 2);
        Operation second = story.putVia(8080, 1, "v2", "1/3", 20, 22);
        story.putVia(8082, 2, "v3", "2/3", 0, 23);
        story.get(3, "v3", "2/3", 24, 25);
        Operation read = story.get(4, "v1", "3/3", 26, 27);
        assertEquals(List.of(first, second, read), violation().operations());
    }

    @Test
    void noMoreIsShownThanIsNeeded() {
        Operation first = story.put(1, "v1", "3/3", 0, 30);
        Operation second = story.putVia(8080, 2, "v2", "1/3", 10, 12);
        story.putVia(8080, 3, "v3", "2/3", 20, 22);
        Operation read = story.get(4, "v2", "1/3", 40, 41);
        Operation last = story.get(5, "v1", "3/3", 42, 43);
        assertEquals(List.of(first, second, read, last), violation().operations());
    }

    @Test
    void deleteThatAloneExplainsAnAbsentKeyIsNewer() {
        story.put(1, "v1", "2/3", 0, 2);
        story.delete(2, "2/3", 1, 3);
        story.get(3, null, "2/3", 30, 31);
        story.get(4, "v1", "2/3", 32, 33);
        assertEquals(
                "the reads of key 'k' contradict each other: client 3 got 404, which only DELETE 2 explains, with 2/3"
                        + " after PUT 1 of 'v1' had been acknowledged by 2/3 (2+2 > 3), so DELETE 2 is newer; but"
                        + " client 4 read 'v1' (PUT 1) with 2/3 after DELETE 2 had been acknowledged by 2/3 (2+2 > 3),"
                        + " so PUT 1 is newer",
                violation().sentence());
    }

    @Test
    void laterReadMaySeeLessWhereNothingBindsIt() {
        story.put(1, "v1", "2/3", 0, 2);
        story.refusedPut(2, "v2", "2/3", 20, 22);
        story.get(3, "v2", "2/3", 30, 31);
        story.get(3, "v1", "2/3", 32, 33);
        consistent(2, 2, 0);
    }

    @Test
    void readWithoutAnAnswerProvesNothing() {
        story.put(1, "v1", "2/3", 0, 2);
        story.refusedGet(2, "2/3", 10, 12);
        story.lostGet(2, "2/3", 20);
        consistent(0, 0, 0);
    }

    @Test
    void keysAreJudgedAlone() {
        story.put(1, "v1", "2/3", 0, 2);
        story.putTo("other", 2, "v2", "2/3", 20, 22);
        story.get(3, "v1", "2/3", 30, 31);
        consistent(1, 1, 0);
    }

    @Test
    void tooFewBoundReadsAreInconclusive() {
        story.put(1, "v1", "2/3", 0, 2);
        story.get(3, "v1", "2/3", 30, 31);
        story.get(3, "v1", "1/3", 32, 33);
        assertEquals(
                "too few reads could be wrong: 2 reads, 1 of them bound by an overlap of quorums, 0 of those undecided;"
                        + " expected at least 2 that are bound",
                inconclusive(2).sentence());
        assertInstanceOf(Verdict.Consistent.class, story.verdict(1));
    }

    @Test
    void tooManyUndecidedReadsAreInconclusive() {
        readThatSeveralDeletesExplainIsUndecided();
        assertEquals(
                "too many reads found nothing where several DELETEs may be why: 2 reads, 2 of them bound by an overlap"
                        + " of quorums, 1 of those undecided; expected at least 2 that are decided, and no fewer than"
                        + " the others",
                inconclusive(2).sentence());
        story.get(3, null, "2/3", 35, 36);
        inconclusive(1);
    }

    @Test
    void violationIsOneHoweverFewReadsThereAre() {
        story.get(2, "v7", "1/3", 3, 5);
        assertInstanceOf(Verdict.Violation.class, story.verdict(100));
    }

    @Test
    void plainestOfSeveralViolationsIsTold() {
        concurrentWritesHaveOneWinnerForAllReads();
        story.put(1, "v3", "2/3", 60, 62);
        story.get(3, "v1", "2/3", 70, 71);
        story.get(3, null, "2/3", 72, 73);
        Operation first = story.get(3, "v9", "2/3", 74, 75);
        story.get(3, "v8", "2/3", 76, 77);
        assertEquals(List.of(first), violation().operations());
    }

    @Test
    void twoPutsOfOneValueAreNoHistory() {
        story.put(1, "v1", "2/3", 0, 2);
        story.putTo("other", 2, "v1", "2/3", 20, 22);
        assertEquals(
                "two PUTs of 'v1'; each needs a value of its own, by which a read tells whom it saw",
                assertThrows(IllegalArgumentException.class, story::history).getMessage());
    }

    private Finding violation() {
        return assertInstanceOf(Verdict.Violation.class, story.verdict(0)).finding();
    }

    private Verdict inconclusive(int minimum) {
        return assertInstanceOf(Verdict.Inconclusive.class, story.verdict(minimum));
    }

    private void consistent(int reads, int bound, int undecided) {
        Verdict verdict = story.verdict(0);
        assertInstanceOf(Verdict.Consistent.class, verdict, verdict.sentence());
        assertEquals(new Verdict.Counts(reads, bound, undecided), verdict.counts());
    }
}
