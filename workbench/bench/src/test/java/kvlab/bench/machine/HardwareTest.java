package kvlab.bench.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import kvlab.cluster.Here;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Platform, processor and memory, on Linux, in containers and on a Mac. */
class HardwareTest extends OnASmallMachine {
    private static final long GIB = 1L << 30;

    @Test
    void linux() {
        processors("AMD EPYC", 4).memory(24_684_092);
        machine.file("etc/os-release", "NAME=\"Debian\"\nPRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\n");
        machine.file("proc/sys/kernel/osrelease", "6.1.0-28-amd64\n");
        assertEquals("Debian GNU/Linux 12 (bookworm), kernel 6.1.0-28-amd64, amd64", platform());
        assertEquals(Finding.ok("cpu", "AMD EPYC, 4 cores"), cpu());
        assertEquals(Finding.ok("memory", "23.5 GiB"), memory());
    }

    @Test
    void windowsSubsystem() {
        machine.file("proc/sys/kernel/osrelease", "5.15.167.4-microsoft-standard-WSL2\n");
        assertEquals("Linux, kernel 5.15.167.4-microsoft-standard-WSL2, amd64, in Windows (WSL2)", platform());
    }

    @Test
    void mac() {
        machine.mac("15.1").prints("bin/uname", "24.1.0", 0);
        machine.program(
                "bin/sysctl",
                "case $2 in hw.memsize) echo 17179869184;; machdep.cpu.brand_string) echo Apple M2;; esac");
        assertEquals("macOS 15.1, kernel 24.1.0, amd64", platform());
        assertEquals(Finding.ok("cpu", "Apple M2, 4 cores"), cpu());
        assertEquals(Finding.ok("memory", "16.0 GiB"), memory());
    }

    @Test
    void windowsItselfWillNotDo() {
        Finding finding = new Platform("Windows 11", "Windows 11", "10.0", "amd64", false).finding();
        assertEquals(
                Finding.fail("system", "Windows 11: the kit runs on Linux, macOS and WSL2", "wsl --install"), finding);
    }

    @Test
    void modelOfAnArmMachine() {
        machine.file("proc/cpuinfo", "processor\t: 0\nCPU part\t: 0xd0c\n\nprocessor\t: 1\n");
        machine.prints("bin/lscpu", "Architecture:  aarch64\nModel name:    Neoverse-N1", 0);
        assertEquals("Neoverse-N1", Cpu.look(machine.surroundings()).model());
    }

    @Test
    void silentMachine() {
        assertEquals(Finding.ok("cpu", "unknown model, 4 cores"), cpu());
        assertEquals(Finding.warn("memory", "the machine does not tell its size", null), memory());
    }

    @Test
    void oneCoreIsFew() {
        processors("AMD EPYC", 1);
        machine.processors(1);
        assertEquals(Verdict.WARN, cpu().verdict());
    }

    @Test
    void littleMemory() {
        memory(2 * 1024 * 1024 - 1);
        assertEquals(Verdict.WARN, memory().verdict());
        memory(2 * 1024 * 1024);
        assertEquals(Verdict.OK, memory().verdict());
    }

    @Test
    void containerOfTheSecondVersion() {
        processors("AMD EPYC", 16).memory(32 * 1024 * 1024);
        machine.processors(2).file("proc/self/cgroup", "0::/\n");
        machine.file("sys/fs/cgroup/cpu.max", "150000 100000\n").file("sys/fs/cgroup/memory.max", 4 * GIB + "\n");
        assertEquals(
                "AMD EPYC, 2 cores of the machine's 16, limited to the time of 1.5: fewer than 2, so nodes and load"
                        + " take time from each other",
                cpu().found());
        assertEquals("4.0 GiB of the machine's 32.0 GiB (a control group's limit)", memory().found());
    }

    @Test
    void containerOfTheFirstVersion() {
        processors("AMD EPYC", 16).memory(32 * 1024 * 1024);
        // The paths are the host's: inside the container only the top of each mount is there.
        machine.file("proc/self/cgroup", "5:memory:/docker/3f2a\n3:cpu,cpuacct:/docker/3f2a\n");
        machine.file("sys/fs/cgroup/memory/memory.limit_in_bytes", GIB + "\n");
        machine.file("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "300000\n");
        machine.file("sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n");
        assertEquals(3.0, Cpu.look(machine.surroundings()).quota());
        assertEquals(GIB, Memory.look(machine.surroundings()).bytes());
    }

    @Test
    void theSmallestLimitOfTheGroupsAboveHolds() {
        memory(32 * 1024 * 1024);
        machine.file("proc/self/cgroup", "0::/user.slice/shell.scope\n");
        machine.file("sys/fs/cgroup/user.slice/shell.scope/memory.max", "max\n");
        machine.file("sys/fs/cgroup/user.slice/memory.max", 3 * GIB + "\n");
        machine.file("sys/fs/cgroup/memory.max", 8 * GIB + "\n");
        assertEquals(3 * GIB, Memory.look(machine.surroundings()).bytes());
    }

    /** As that of a measurement asks, which may be of another machine. */
    @Test
    void processorTimeOfABoxIsTheSmallestOfTheGroupsAbove() throws Exception {
        Here box = new Here(folder);
        assertNull(ControlGroup.cpus(box));
        machine.file("proc/self/cgroup", "0::/user.slice/shell.scope\n");
        machine.file("sys/fs/cgroup/user.slice/shell.scope/cpu.max", "max 100000\n");
        assertNull(ControlGroup.cpus(box));
        machine.file("sys/fs/cgroup/user.slice/cpu.max", "200000 100000\n");
        assertEquals(2.0, ControlGroup.cpus(box));
    }

    @Test
    void groupOutsideOfWhatTheContainerSees() {
        memory(32 * 1024 * 1024);
        machine.file("proc/self/cgroup", "0::/../../other\n").file("sys/fs/cgroup/memory.max", GIB + "\n");
        assertEquals(GIB, Memory.look(machine.surroundings()).bytes());
    }

    @ParameterizedTest
    @CsvSource({"max 100000, max", "-1 100000, 9223372036854771712", "nonsense, nonsense"})
    void noLimit(String cpus, String bytes) {
        processors("AMD EPYC", 4).memory(32 * 1024 * 1024);
        machine.file("sys/fs/cgroup/cpu.max", cpus).file("sys/fs/cgroup/memory.max", bytes);
        assertEquals("AMD EPYC, 4 cores", cpu().found());
        assertEquals("32.0 GiB", memory().found());
    }

    private HardwareTest processors(String model, int number) {
        machine.file("proc/cpuinfo", ("processor\t: 0\nmodel name\t: " + model + "\n\n").repeat(number));
        return this;
    }

    private HardwareTest memory(long kib) {
        machine.file("proc/meminfo", "MemTotal:       " + kib + " kB\nMemFree:  1 kB\n");
        return this;
    }

    private String platform() {
        return Platform.look(machine.surroundings()).finding().found();
    }

    private Finding cpu() {
        return Cpu.look(machine.surroundings()).finding();
    }

    private Finding memory() {
        return Memory.look(machine.surroundings()).finding();
    }
}
