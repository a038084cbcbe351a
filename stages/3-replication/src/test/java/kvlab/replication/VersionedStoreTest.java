package kvlab.replication;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rule R8. */
class VersionedStoreTest {

    private static final byte[] KEY = {'a'};
    private static final int ROUNDS = 10_000;

    @TempDir
    private Path data;

    private VersionedStore store;

    @BeforeEach
    void open() throws IOException {
        store = TestStore.open(data);
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void whatWasNeverWrittenIsAbsent() throws IOException {
        assertSame(VersionedValue.ABSENT, store.get(KEY));
    }

    @Test
    void theNewerVersionStaysWhateverComesLast() throws IOException {
        store.put(KEY, value(2, "newer"));
        store.put(KEY, value(1, "older"));
        assertStored(2, "newer");
        store.put(KEY, value(3, "newest"));
        assertStored(3, "newest");
    }

    @Test
    void whatIsSentTwiceIsStoredOnce() throws IOException {
        store.put(KEY, value(2, "first"));
        store.put(KEY, value(2, "second"));
        assertStored(2, "first");
    }

    @Test
    void anOlderValueDoesNotBringBackWhatWasDeleted() throws IOException {
        store.put(KEY, VersionedValue.tombstone(2));
        store.put(KEY, value(1, "older"));
        assertTrue(store.get(KEY).isTombstone());
        assertEquals(2, store.get(KEY).version());
        store.put(KEY, value(3, "again"));
        assertStored(3, "again");
    }

    @Test
    void anOlderDeleteDoesNotDelete() throws IOException {
        store.put(KEY, value(2, "newer"));
        store.put(KEY, VersionedValue.tombstone(1));
        assertStored(2, "newer");
    }

    @Test
    void tombstonesAndEmptyValuesSurviveARestart() throws IOException {
        store.put(KEY, value(7, ""));
        store.put(new byte[] {'b'}, VersionedValue.tombstone(Long.MAX_VALUE));
        store.close();
        open();
        assertFalse(store.get(KEY).isTombstone());
        assertStored(7, "");
        assertTrue(store.get(new byte[] {'b'}).isTombstone());
        assertEquals(Long.MAX_VALUE, store.get(new byte[] {'b'}).version());
    }

    @Test
    void afterARestartAnOlderVersionStillDoesNotReplaceANewerOne() throws IOException {
        store.put(KEY, value(2, "newer"));
        store.close();
        open();
        store.put(KEY, value(1, "older"));
        assertStored(2, "newer");
    }

    @Test
    void anOlderVersionOfAKeyIsTakenAlsoWhenItsLockHasSeenNewerOnesOfOthers() throws IOException {
        for (int i = 0; i < ROUNDS; i++) {
            store.put(key(i), value(ROUNDS - i, "value"));
        }
        for (int i = 0; i < ROUNDS; i++) {
            assertEquals(ROUNDS - i, store.get(key(i)).version(), "key " + i);
        }
    }

    @Test
    void theHighestVersionThereIsStaysNewest() throws IOException {
        store.put(KEY, value(Long.MAX_VALUE, "newest"));
        store.put(KEY, value(1, "older"));
        store.close();
        open();
        store.put(KEY, value(Long.MAX_VALUE - 1, "older"));
        assertStored(Long.MAX_VALUE, "newest");
    }

    @Test
    void valuesOfAnyBytesComeBackAsTheyAre() throws IOException {
        byte[] value = new byte[1 << 20];
        new Random(1).nextBytes(value);
        store.put(KEY, new VersionedValue(1, value));
        assertArrayEquals(value, store.get(KEY).value());
    }

    /** In every round two threads bring two versions of one key at the same moment. */
    @Test
    void ofTwoWritersAtOnceTheNewerStays() throws Exception {
        CyclicBarrier round = new CyclicBarrier(2);
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            Future<?> older = threads.submit(() -> writeAll(round, 1));
            Future<?> newer = threads.submit(() -> writeAll(round, 2));
            older.get();
            newer.get();
        } finally {
            threads.shutdownNow();
        }
        for (int i = 0; i < ROUNDS; i++) {
            assertEquals(2, store.get(key(i)).version(), "round " + i);
        }
    }

    private Void writeAll(CyclicBarrier round, long version) throws Exception {
        for (int i = 0; i < ROUNDS; i++) {
            round.await();
            store.put(key(i), value(version, "value"));
        }
        return null;
    }

    private static byte[] key(int round) {
        return ("key-" + round).getBytes(UTF_8);
    }

    private void assertStored(long version, String text) throws IOException {
        assertEquals(version, store.get(KEY).version());
        assertEquals(text, new String(store.get(KEY).value(), UTF_8));
    }

    private static VersionedValue value(long version, String text) {
        return new VersionedValue(version, text.getBytes(UTF_8));
    }
}
