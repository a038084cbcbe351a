package kvlab.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.PrimitiveIterator;
import org.junit.jupiter.api.Test;

/** Servers that are made up: what wrk2 prints of a walk through 1,000 keys, and how the next walk is. */
class FillTest {

    private static final int KEYS = 1000;

    private final List<String> walks = new ArrayList<>();
    private final List<String> progress = new ArrayList<>();

    @Test
    void oneWalkIsEnoughForAFastServer() throws Exception {
        fill(writing(500));
        assertEquals(List.of("2 s by 64"), walks);
        assertEquals(List.of("writing 1000 keys"), progress);
    }

    @Test
    void nextWalkIsAsLongAsTheKeysNeed() throws Exception {
        fill(writing(100, 100, 110));
        assertEquals(List.of("2 s by 64", "4 s by 64", "8 s by 64", "12 s by 64"), walks);
        assertEquals("wrote 880 of 1000 keys in 8 s; once more, for 12 s", progress.get(3));
    }

    /** Who has just been started is many times as fast a little later: by its first rate it would be given a minute. */
    @Test
    void nextWalkIsAtMostTwiceAsLong() throws Exception {
        fill(writing(20, 60, 200));
        assertEquals(List.of("2 s by 64", "4 s by 64", "8 s by 64"), walks);
    }

    @Test
    void serverThatRefusesIsAskedByHalfTheConnections() throws Exception {
        fill((connections, seconds) -> walked(connections, seconds, 500, connections > 16 ? 3 : 0));
        assertEquals(List.of("2 s by 64", "2 s by 32", "2 s by 16"), walks);
        assertEquals(
                "of 1000 PUTs 3 were refused or not answered in time; once more, with 32 connections", progress.get(1));
    }

    @Test
    void serverThatRefusesTwoConnectionsIsGivenUpInOneSentence() {
        Fill.Walk refusing = (connections, seconds) -> walked(connections, seconds, 500, 3);
        IOException e = assertThrows(IOException.class, () -> fill(refusing));
        assertEquals(
                "the keys cannot be written: of 1000 PUTs 3 were refused or not answered in time, although 2"
                        + " connections asked and no more; read the node's log",
                e.getMessage());
        assertEquals(List.of("2 s by 4", "2 s by 2", "2 s by 2", "2 s by 2"), walks.subList(4, walks.size()));
    }

    @Test
    void serverThatIsTooSlowIsGivenUpInOneSentence() {
        IOException e = assertThrows(IOException.class, () -> fill(writing(1)));
        assertEquals("the keys cannot be written: in 128 s wrk2 wrote 128 of 1000; give fewer --keys", e.getMessage());
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
        return (connections, seconds) -> walked(connections, seconds, rates.hasNext() ? rates.nextInt() : last, 0);
    }

    private String walked(int connections, int seconds, int perSecond, int refused) {
        walks.add(seconds + " s by " + connections);
        int answered = seconds * perSecond;
        StringBuilder printed = new StringBuilder("  " + answered + " requests in " + seconds + ".00s, 1MB read\n");
        if (refused > 0) {
            printed.append("  Non-2xx or 3xx responses: ").append(refused).append('\n');
        }
        printed.append("Requests/sec: ").append(perSecond).append(".00\n");
        if (answered < KEYS) {
            printed.append("keys: wrote " + answered + " of " + KEYS + "; a GET of this key space may miss some\n");
        }
        return printed.toString();
    }
}
