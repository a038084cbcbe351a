package kvlab.bench.machine;

import java.util.Optional;

/**
 * What the kernel lets a profiler see. A profile without kernel frames looks complete, and for a server that is half
 * network it is not: so a report says whether it had them.
 *
 * @param paranoid kernel.perf_event_paranoid, null where there is none
 * @param kptrRestrict kernel.kptr_restrict: whether the kernel's functions have names
 * @param privileged whether this process may profile the kernel at any level, as root may outside of a container
 * @param kernelFrames whether a CPU profile shows the kernel's functions
 */
record PerfEvent(Integer paranoid, Integer kptrRestrict, boolean privileged, boolean kernelFrames) {
    private static final int CAP_SYS_ADMIN = 21;
    private static final int CAP_SYSLOG = 34;
    private static final int CAP_PERFMON = 38;

    static PerfEvent look(Surroundings here) {
        Integer paranoid = number(here, "proc/sys/kernel/perf_event_paranoid");
        Integer kptr = number(here, "proc/sys/kernel/kptr_restrict");
        long capabilities = here.line("proc/self/status", "CapEff")
                .filter(mask -> mask.matches("[0-9a-f]{1,16}"))
                .map(mask -> Long.parseUnsignedLong(mask, 16))
                .orElse(0L);
        boolean privileged = has(capabilities, CAP_SYS_ADMIN) || has(capabilities, CAP_PERFMON);
        if (paranoid == null || kptr == null) {
            return new PerfEvent(paranoid, kptr, privileged, false);
        }
        boolean samples = privileged || paranoid <= 1;
        boolean names = kptr == 0 && paranoid <= 1 || kptr <= 1 && has(capabilities, CAP_SYSLOG);
        return new PerfEvent(paranoid, kptr, privileged, samples && names);
    }

    private static boolean has(long capabilities, int bit) {
        return (capabilities >> bit & 1) == 1;
    }

    private static Integer number(Surroundings here, String file) {
        Optional<String> text = here.read(file).filter(value -> value.matches("-?\\d{1,3}"));
        return text.map(Integer::valueOf).orElse(null);
    }

    Finding finding(Platform platform) {
        if (!platform.linux()) {
            return Finding.ok("perf_event", "only on Linux");
        }
        if (paranoid == null) {
            return Finding.warn("perf_event", "not in this kernel: CPU samples come from a timer", null);
        }
        String level = "level " + paranoid + (privileged ? " as root: " : " as an ordinary user: ");
        if (kernelFrames) {
            return Finding.ok("perf_event", level + "CPU profiles show the kernel too");
        }
        if (privileged) {
            return Finding.warn(
                    "perf_event", level + "kernel frames have no names", "sudo sysctl kernel.kptr_restrict=1");
        }
        String found = paranoid > 2
                ? "closed, CPU samples come from a timer and show no kernel frames"
                : "CPU profiles show no kernel frames";
        return Finding.warn(
                "perf_event", level + found, "sudo sysctl kernel.perf_event_paranoid=1 kernel.kptr_restrict=0");
    }
}
