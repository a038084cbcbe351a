package kvlab.bench.machine;

import java.util.Optional;

/**
 * Memory, in bytes.
 *
 * @param bytes what a process may use, or null when the machine does not tell
 * @param machineBytes what the machine has; more than bytes when a control group sets a limit
 */
record Memory(Long bytes, Long machineBytes) {
    private static final long LITTLE = 2 * Sizes.GIB;

    static Memory look(Surroundings here) {
        Optional<Long> machine = here.mac()
                ? here.tell("sysctl", "-n", "hw.memsize").flatMap(Memory::number)
                : here.line("proc/meminfo", "MemTotal")
                        .map(value -> value.replace(" kB", ""))
                        .flatMap(Memory::number)
                        .map(kib -> kib * Sizes.KIB);
        Optional<Long> usable =
                machine.map(all -> Math.min(all, new ControlGroup(here).memory().orElse(all)));
        return new Memory(usable.orElse(null), machine.orElse(null));
    }

    private static Optional<Long> number(String text) {
        return Optional.of(text).filter(digits -> digits.matches("\\d{1,15}")).map(Long::valueOf);
    }

    Finding finding() {
        if (bytes == null) {
            return Finding.warn("memory", "the machine does not tell its size", null);
        }
        String found = Sizes.text(bytes);
        if (machineBytes > bytes) {
            found += " of the machine's " + Sizes.text(machineBytes) + " (a control group's limit)";
        }
        return bytes >= LITTLE
                ? Finding.ok("memory", found)
                : Finding.warn("memory", found + ": three nodes and the load want " + Sizes.text(LITTLE), null);
    }
}
