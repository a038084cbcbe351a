package kvlab.bench.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DiskTest {
    private static final long MIB = 1L << 20;

    @ParameterizedTest
    @CsvSource({"5120, OK", "5119, WARN", "500, WARN", "499, FAIL"})
    void enoughOrNot(long mebibytes, Verdict verdict) {
        Finding finding = new Disk(Path.of("/kit"), mebibytes * MIB, "ext4").finding();
        assertEquals(verdict, finding.verdict());
        assertEquals(verdict == Verdict.OK ? null : "./lab clean", finding.remedy());
    }

    @Test
    void aDiskOfWindowsIsSlow() {
        Finding finding = new Disk(Path.of("/mnt/c/my lab"), 9_000 * MIB, "9p").finding();
        assertEquals(
                Finding.warn(
                        "disk",
                        "8.8 GiB free (9p): a disk of Windows is slow from Linux",
                        "cp -r \"/mnt/c/my lab\" ~/"),
                finding);
    }

    @Test
    void theDiskThatTheKitStandsOn(@TempDir Path folder) {
        SmallMachine machine = new SmallMachine(folder);
        Disk disk = Disk.look(machine.surroundings());
        assertEquals(machine.path("kit"), disk.path());
        assertTrue(disk.freeBytes() > 0);
    }

    @Test
    void noSuchFolder() {
        assertEquals(
                "there is no folder /gone",
                new Disk(Path.of("/gone"), null, null).finding().found());
    }
}
