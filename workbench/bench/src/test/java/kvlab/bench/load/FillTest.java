package kvlab.bench.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.PrimitiveIterator;
import kvlab.bench.wrk2.NothingAnsweredException;
import org.junit.jupiter.api.Test;

/** Servers that are made up: what wrk2 prints of a walk through 1,000 keys, and how it goes on. */
class FillTest {

    private static final int KEYS = 1000;

    private final List<String> walks = new ArrayList<>();
    private final List<String> progress = new ArrayList<>();

    @Test
    void oneStretchIsEnoughForAFastServer() throws Exception {
        fill(writing(500));
        assertEquals(List.of("2 s by 64"), walks);
        assertEquals(List.of("writing 1000 keys"), progress);
    }

    @Test
    void nextStretchIsAsLongAsTheRestNeeds() throws Exception {
        fill(writing(100));
        assertEquals(List.of("2 s by 64", "4 s by 64 from 100", "6 s by 64 from 300"), walks);
        assertEquals("wrote 600 of 1000 keys in 6 s; going on, for 6 s", progress.get(2));
    }

    @Test
    void whatIsLeftOutAtTheLastMomentIsWrittenInTheLeastTime() throws Exception {
        fill(writing(100, 100, 66));
        assertEquals("wrote 996 of 1000 keys in 12 s; going on, for 2 s", progress.get(3));
        assertEquals("2 s by 64 from 498", walks.get(3));
    }

    /** Who has just been started is many times as fast a little later: by its first rate it would be given a minute. */
    @Test
    void nextStretchIsAtMostTwiceAsLong() throws Exception {
        fill(writing(20, 60, 200));
        assertEquals(List.of("2 s by 64", "4 s by 64 from 20", "8 s by 64 from 140"), walks);
    }

    @Test
    void serverThatRefusesIsAskedByHalfTheConnections() throws Exception {
        fill((connections, seconds, from) -> walked(connections, seconds, from, 500, connections > 16 ? 3 : 0));
        assertEquals(List.of("2 s by 64", "2 s by 32", "2 s by 16"), walks);
        assertEquals(
                "of 1000 PUTs 3 were refused or not answered in time; once more, with 32 connections", progress.get(1));
    }

    /** Nobody knows which of its keys were refused. */
    @Test
    void stretchWithRefusalsIsGoneOnceMore() throws Exception {
        fill((connections, seconds, from) ->
                walked(connections, seconds, from, 100, from == 100 && connections > 32 ? 3 : 0));
        assertEquals(List.of("2 s by 64", "4 s by 64 from 100", "4 s by 32 from 100", "6 s by 32 from 300"), walks);
    }

    @Test
    void serverThatRefusesTwoConnectionsIsGivenUpInOneSentence() {
        Fill.Walk refusing = (connections, seconds, from) -> walked(connections, seconds, from, 500, 3);
        IOException e = assertThrows(IOException.class, () -> fill(refusing));
        assertEquals(
                "the keys cannot be written: of 1000 PUTs 3 were refused or not answered in time, although 2"
                        + " connections asked and no more; read the node's log",
                e.getMessage());
        assertEquals(List.of("2 s by 4", "2 s by 2", "2 s by 2", "2 s by 2"), walks.subList(4, walks.size()));
    }

    @Test
    void serverThatIsTooSlowIsGivenUpInOneSentence() {
        IOException e = assertThrows(IOException.class, () -> fill(writing(2)));
        assertEquals("the keys cannot be written: in 254 s wrk2 wrote 508 of 1000; give fewer --keys", e.getMessage());
    }

    @Test
    void serverThatNeverAnswersIsGivenUp() {
        assertThrows(NothingAnsweredException.class, () -> fill(writing(0)));
        assertEquals("128 s by 64", walks.get(walks.size() - 1));
    }

    private void fill(Fill.Walk walk) throws IOException, InterruptedException {
        new Fill(KEYS, 64, walk, progress::add).run();
    }

    /** @param perSecond keys that it writes, in each walk; in all later ones as many as in the last */
    private Fill.Walk writing(int... perSecond) {
        PrimitiveIterator.OfInt rates = Arrays.stream(perSecond).iterator();
        int last = perSecond[perSecond.length - 1];
        return (connections, seconds, from) ->
                walked(connections, seconds, from, rates.hasNext() ? rates.nextInt() : last, 0);
    }

    /** By two threads, of which each does half. */
    private String walked(int connections, int seconds, long from, int perSecond, int refused) {
        walks.add(seconds + " s by " + connections + (from == 0 ? "" : " from " + from));
        int answered = seconds * perSecond;
        StringBuilder printed = new StringBuilder("  " + answered + " requests in " + seconds + ".00s, 1MB read\n");
        if (refused > 0) {
            printed.append("  Non-2xx or 3xx responses: ").append(refused).append('\n');
        }
        printed.append("Requests/sec: ").append(perSecond).append(".00\n");
        long written = 2 * from + answered;
        if (written < KEYS) {
            printed.append(String.format(
                    "keys: wrote %d of %d; a GET may miss the others; from=%d goes on there%n",
                    written, KEYS, written / 2));
        }
        return printed.toString();
    }
}
