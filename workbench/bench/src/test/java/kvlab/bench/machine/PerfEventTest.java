package kvlab.bench.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PerfEventTest extends OnASmallMachine {
    private static final String ROOT = "000001ffffffffff";
    private static final String USER = "0000000000000000";
    private static final String LOG_READER = "0000000400000000";
    private static final String ROOT_OF_A_CONTAINER = "00000000a80425fb";
    private static final String OPEN = "sudo sysctl kernel.perf_event_paranoid=1 kernel.kptr_restrict=0";

    @ParameterizedTest
    @CsvSource({
        // level, kptr_restrict, who, kernel frames
        "-1, 0, " + USER + ", true",
        " 1, 0, " + USER + ", true",
        " 1, 1, " + USER + ", false",
        " 2, 0, " + USER + ", false",
        " 4, 1, " + USER + ", false",
        " 2, 0, " + LOG_READER + ", false",
        " 2, 0, " + ROOT_OF_A_CONTAINER + ", false",
        " 2, 0, " + ROOT + ", true",
        " 4, 1, " + ROOT + ", true",
        " 4, 2, " + ROOT + ", false",
    })
    void whoSeesTheKernel(int level, int kptr, String capabilities, boolean frames) {
        kernel(level, kptr, capabilities);
        assertEquals(frames, look().kernelFrames());
        assertEquals(frames ? Verdict.OK : Verdict.WARN, finding().verdict());
    }

    @ParameterizedTest
    @CsvSource({
        "2, 0, " + USER + ", level 2 as an ordinary user: CPU profiles show no kernel frames," + OPEN,
        "4, 1, " + USER
                + ", 'level 4 as an ordinary user: closed, CPU samples come from a timer and show no kernel frames',"
                + OPEN,
        "2, 2, " + ROOT + ", level 2 as root: kernel frames have no names, sudo sysctl kernel.kptr_restrict=1",
    })
    void whatProfilesLoseIsToldWithTheRemedy(int level, int kptr, String capabilities, String found, String remedy) {
        kernel(level, kptr, capabilities);
        assertEquals(Finding.warn("perf_event", found, remedy), finding());
    }

    @Test
    void kernelWithoutIt() {
        machine.file("proc/self/status", "CapEff:\t" + ROOT + "\n");
        assertEquals(Verdict.WARN, finding().verdict());
    }

    @Test
    void onlyOnLinux() {
        machine.mac("15.1");
        assertEquals(Finding.ok("perf_event", "only on Linux"), finding());
    }

    private void kernel(int level, int kptr, String capabilities) {
        machine.file("proc/sys/kernel/perf_event_paranoid", level + "\n");
        machine.file("proc/sys/kernel/kptr_restrict", kptr + "\n");
        machine.file("proc/self/status", "Name:\tjava\nCapPrm:\t" + ROOT + "\nCapEff:\t" + capabilities + "\n");
    }

    private PerfEvent look() {
        return PerfEvent.look(machine.surroundings());
    }

    private Finding finding() {
        return look().finding(Platform.look(machine.surroundings()));
    }
}
