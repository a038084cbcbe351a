package kvlab.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Commands that a cell starts, in a kit whose ./lab is a script of the test's. */
@Timeout(60)
class LabCallTest {

    private static final String WITHOUT_PROFILE =
            "echo 'lab: nobody may look; the run is kept without a profile' >&2; exit 70";
    private static final String WITHOUT_PROFILE_SAID = "nobody may look; the run is kept without a profile";
    private static final int SECONDS = 30;

    @TempDir
    private Path home;

    private final List<String> shown = new CopyOnWriteArrayList<>();
    private final CountDownLatch waits = new CountDownLatch(1);

    private final Display display = new Display() {
        @Override
        public void show(Object value) {
            shown.add(value.toString());
        }

        @Override
        public Live live() {
            return now -> {
                if (now.text().contains("another notebook measures; waiting for it")) {
                    waits.countDown();
                }
            };
        }
    };

    /** The file for the result is its last argument. */
    @BeforeEach
    void answers() throws Exception {
        lab("for last; do :; done; echo '{}' > \"$last\"; : > ran");
    }

    private void lab(String script) throws Exception {
        Path lab = Files.writeString(home.resolve("lab"), "#!/bin/sh\n" + script + "\n");
        assertTrue(lab.toFile().setExecutable(true));
    }

    private LabCall.Answer run(String command) {
        return LabCall.run(home, List.of(command, "1-single-node"), false, display);
    }

    @Test
    void whatWasMeasuredCountsWithoutItsProfile() throws Exception {
        lab("for last; do :; done; echo '{}' > \"$last\"; " + WITHOUT_PROFILE);
        assertEquals("{}\n", run("bench").json());
        assertEquals(List.of("⚠ " + WITHOUT_PROFILE_SAID), shown);
        assertEquals("{}\n", run("compare").json());
        assertEquals(
                WITHOUT_PROFILE_SAID,
                assertThrows(LabFailure.class, () -> run("knee")).getMessage());
    }

    @Test
    void measurementThatLeftNothingIsAFailure() throws Exception {
        lab(WITHOUT_PROFILE);
        assertEquals(
                WITHOUT_PROFILE_SAID,
                assertThrows(LabFailure.class, () -> run("bench")).getMessage());
        assertEquals(List.of(), shown);
    }

    @Test
    void progressIsNotWhyACommandFailed() throws Exception {
        lab("echo 'lab: check 9 of 24: R1, put' >&2; echo 'lab:   life 1 of 2, round 9 of 24' >&2; exit 70");
        assertEquals(
                "./lab compare 1-single-node ended with exit code 70",
                assertThrows(LabFailure.class, () -> run("compare")).getMessage());
    }

    @Test
    void twoNotebooksMeasureOneAfterTheOther() throws Exception {
        FutureTask<LabCall.Answer> second = new FutureTask<>(() -> run("bench"));
        try (FileChannel first = measuring()) {
            first.lock();
            new Thread(second, "second-notebook").start();
            assertTrue(waits.await(SECONDS, TimeUnit.SECONDS), "it says that it waits");
            assertFalse(Files.exists(home.resolve("ran")), "it waits");
        }
        assertEquals(0, second.get(SECONDS, TimeUnit.SECONDS).exitCode());
    }

    @Test
    void interruptEndsTheWaitForAnotherNotebook() throws Exception {
        FutureTask<LabCall.Answer> second = new FutureTask<>(() -> run("bench"));
        try (FileChannel first = measuring()) {
            first.lock();
            Thread cell = new Thread(second, "second-notebook");
            cell.start();
            assertTrue(waits.await(SECONDS, TimeUnit.SECONDS), "it says that it waits");
            cell.interrupt();
            ExecutionException e = assertThrows(ExecutionException.class, () -> second.get(SECONDS, TimeUnit.SECONDS));
            assertInstanceOf(CancellationException.class, e.getCause());
        }
        assertFalse(Files.exists(home.resolve("ran")));
    }

    /** The kernel of another notebook would be another process; for who waits it is the same. */
    private FileChannel measuring() throws Exception {
        Files.createDirectories(home.resolve(".kvlab"));
        return FileChannel.open(home.resolve(".kvlab/measuring"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    }
}
