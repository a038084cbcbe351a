package kvlab.bench.machine;

import java.util.Locale;

/**
 * The processor, and how much of it a process gets.
 *
 * @param model null when the machine does not tell
 * @param cores what a JVM may use
 * @param machineCores what the machine has, null when unknown; more than cores in a container or under an affinity
 * @param quota the processor time that a control group allows, in cores, or null: past it a process stands still
 */
record Cpu(String model, int cores, Integer machineCores, Double quota) {
    static Cpu look(Surroundings here) {
        if (here.mac()) {
            return new Cpu(
                    here.tell("sysctl", "-n", "machdep.cpu.brand_string").orElse(null), here.processors(), null, null);
        }
        return new Cpu(
                model(here),
                here.processors(),
                machineCores(here),
                new ControlGroup(here).cpus().orElse(null));
    }

    /** On arm64 /proc/cpuinfo has no names; lscpu knows some. */
    private static String model(Surroundings here) {
        return here.line("proc/cpuinfo", "model name")
                .or(() -> here.tell("lscpu").stream()
                        .flatMap(String::lines)
                        .filter(line -> line.startsWith("Model name:"))
                        .map(line -> line.substring("Model name:".length()).strip())
                        .findFirst())
                .orElse(null);
    }

    private static Integer machineCores(Surroundings here) {
        long processors = here.read("proc/cpuinfo").stream()
                .flatMap(String::lines)
                .filter(line -> line.matches("processor\\s*:.*"))
                .count();
        return processors == 0 ? null : (int) processors;
    }

    Finding finding() {
        String found = (model == null ? "unknown model" : model) + ", " + coresText();
        double usable = quota == null ? cores : Math.min(cores, quota);
        if (usable >= 2) {
            return Finding.ok("cpu", found);
        }
        return Finding.warn("cpu", found + ": fewer than 2, so nodes and load take time from each other", null);
    }

    private String coresText() {
        String text = cores == 1 ? "1 core" : cores + " cores";
        if (machineCores != null && machineCores > cores) {
            text += " of the machine's " + machineCores;
        }
        if (quota != null && quota < cores) {
            text += String.format(Locale.ROOT, ", limited to the time of %.1f", quota);
        }
        return text;
    }
}
