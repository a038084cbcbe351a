package kvlab.wrk2;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whoever waits too long here hangs, and that is what the time limit is for. */
@Timeout(60)
class WaitingTest {

    private static final long FAR = TimeUnit.HOURS.toNanos(1);

    /** Soon enough for the way that each has of its own, instead of a selector's. */
    private static final long SOON = Waiting.MILLI;

    private enum Way {
        PRECISE,
        ALARM,
        WRK2;

        Waiting open() throws IOException {
            return switch (this) {
                case PRECISE -> Waiting.precise();
                case ALARM -> new AlarmWaiting(Selector.open());
                case WRK2 -> new Wrk2Waiting();
            };
        }
    }

    private final List<SelectionKey> ready = new ArrayList<>();

    @Test
    @EnabledOnOs(OS.LINUX)
    void linuxHasAWayOfItsOwn() throws IOException {
        try (Waiting waiting = Waiting.precise()) {
            assertInstanceOf(PollWaiting.class, waiting);
        }
    }

    @ParameterizedTest
    @EnumSource
    void wakesForItsMomentAndDoesNotSpinUntilThen(Way way) throws IOException {
        try (Waiting waiting = way.open()) {
            for (long nanos : new long[] {1, 100_000, SOON, 1_999_999, 2_000_001, 20 * SOON}) {
                long at = waiting.wakeAt(System.nanoTime(), nanos);
                int waits = 0;
                for (long now = System.nanoTime(); now < at; now = System.nanoTime()) {
                    waiting.select(ready::add, now, at);
                    waits++;
                }
                assertTrue(waits < 20, waits + " times for " + nanos);
            }
            assertTrue(ready.isEmpty());
        }
    }

    /** A tenth of them: whatever else the machine has to do, some of so many waits end as soon as they can. */
    @ParameterizedTest
    @EnumSource(names = {"PRECISE", "ALARM"})
    void preciseWaitEndsInAFractionOfAMillisecond(Way way) throws IOException {
        try (Waiting waiting = way.open()) {
            long[] late = new long[300];
            for (int i = 0; i < late.length; i++) {
                long at = System.nanoTime() + 100_000;
                for (long now = System.nanoTime(); now < at; now = System.nanoTime()) {
                    waiting.select(ready::add, now, at);
                }
                late[i] = System.nanoTime() - at;
            }
            Arrays.sort(late);
            long tenth = late[late.length / 10];
            assertTrue(tenth < SOON / 2, tenth + " ns late");
        }
    }

    @ParameterizedTest
    @EnumSource
    void momentThatHasPassedIsNotWaitedFor(Way way) throws IOException {
        try (Waiting waiting = way.open();
                Peer peer = new Peer(waiting)) {
            peer.write();
            long now = System.nanoTime();
            // What is ready is handed over all the same.
            waiting.select(ready::add, now, now);
            assertEquals(List.of(peer.key), ready);
            peer.read();
            waiting.select(ready::add, now, now - FAR);
            assertEquals(1, ready.size());
        }
    }

    @ParameterizedTest
    @EnumSource
    void wakesForASocketThatWasReadyBefore(Way way) throws IOException {
        try (Waiting waiting = way.open();
                Peer peer = new Peer(waiting)) {
            peer.write();
            long now = System.nanoTime();
            waiting.select(ready::add, now, now + FAR);
            assertEquals(List.of(peer.key), ready);
        }
    }

    @ParameterizedTest
    @EnumSource
    void wakesForASocketThatGetsReadyMeanwhile(Way way) throws Exception {
        try (Waiting waiting = way.open();
                Peer peer = new Peer(waiting)) {
            for (int i = 0; i < 100; i++) {
                Thread writer = new Thread(peer::write);
                writer.start();
                long now = System.nanoTime();
                waiting.select(ready::add, now, now + FAR);
                assertEquals(List.of(peer.key), ready);
                writer.join();
                peer.read();
                ready.clear();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void wakesForASocketJustBeforeItsMoment(Way way) throws Exception {
        try (Waiting waiting = way.open();
                Peer peer = new Peer(waiting)) {
            for (int i = 0; i < 100; i++) {
                Thread writer = new Thread(peer::write);
                writer.start();
                while (ready.isEmpty()) {
                    long now = System.nanoTime();
                    waiting.select(ready::add, now, waiting.wakeAt(now, SOON));
                }
                assertEquals(List.of(peer.key), ready);
                writer.join();
                peer.read();
                ready.clear();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void wakesWhenAnotherThreadSaysSo(Way way) throws Exception {
        try (Waiting waiting = way.open()) {
            Thread other = new Thread(waiting.selector()::wakeup);
            other.start();
            long now = System.nanoTime();
            waiting.select(ready::add, now, now + FAR);
            assertTrue(ready.isEmpty());
            other.join();
        }
    }

    @Test
    void alarmOfOneMomentDoesNotKeepFromAnEarlierOne() throws IOException {
        try (Waiting waiting = new AlarmWaiting(Selector.open())) {
            for (int i = 0; i < 200; i++) {
                long now = System.nanoTime();
                // Sets the alarm, and does not wait: a socket is not ready, but the selector was woken.
                waiting.selector().wakeup();
                waiting.select(ready::add, now, now + 2 * SOON);
                long at = now + SOON / 2;
                while (System.nanoTime() < at) {
                    waiting.select(ready::add, System.nanoTime(), at);
                }
            }
        }
    }

    @Test
    void closedSelectorIsGone() throws IOException {
        for (Way way : Way.values()) {
            Waiting waiting = way.open();
            waiting.close();
            assertFalse(waiting.selector().isOpen());
        }
    }

    @Test
    void preciseTimersAreSetToTheNanosecond() throws IOException {
        try (Waiting waiting = Waiting.precise()) {
            assertEquals(10_300_001, waiting.wakeAt(10_300_000, 1));
        }
    }

    /** Of the clock, not from now: so wrk2's timers do. */
    @ParameterizedTest
    @ValueSource(longs = {0, 1, 300_000, 999_999, 10_300_000, -1, -300_000, -10_300_000})
    void timersOfWrk2AreSetToWholeMilliseconds(long now) throws IOException {
        try (Waiting waiting = new Wrk2Waiting()) {
            for (long nanos : new long[] {1, 500_000, 999_999, 1_000_000, 1_000_001, 5_300_000}) {
                long at = waiting.wakeAt(now, nanos);
                assertEquals(0, Math.floorMod(at, Waiting.MILLI));
                assertTrue(at > now, at + " is not after " + now);
                assertTrue(Math.abs(at - now - nanos) <= Waiting.MILLI, now + " + " + nanos + " gives " + at);
            }
            assertEquals(12_000_000, waiting.wakeAt(10_300_000, 1_000_000));
            assertEquals(11_000_000, waiting.wakeAt(10_300_000, 999_999));
        }
    }

    @Test
    void waitOfWrk2IsNotShorterThanItsTimer() throws IOException {
        try (Waiting waiting = new Wrk2Waiting()) {
            for (int i = 0; i < 20; i++) {
                long now = System.nanoTime();
                long at = waiting.wakeAt(now, 100_000);
                waiting.select(ready::add, now, at);
                assertTrue(System.nanoTime() >= at);
            }
        }
    }

    /** The other end of something that is waited for. */
    private static final class Peer implements AutoCloseable {

        private final Pipe pipe = Pipe.open();
        private final SelectionKey key;

        Peer(Waiting waiting) throws IOException {
            pipe.source().configureBlocking(false);
            key = pipe.source().register(waiting.selector(), SelectionKey.OP_READ);
        }

        void write() {
            try {
                pipe.sink().write(ByteBuffer.allocate(1));
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }

        void read() throws IOException {
            assertEquals(1, pipe.source().read(ByteBuffer.allocate(1)));
        }

        @Override
        public void close() throws IOException {
            pipe.sink().close();
            pipe.source().close();
        }
    }
}
