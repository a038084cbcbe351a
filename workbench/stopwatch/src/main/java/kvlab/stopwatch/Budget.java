package kvlab.stopwatch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What the tests of each module may take. The problem: seconds say little about a change, since machines differ and a shared one
 * has slow days. So a run also measures how long a fixed loop takes, and the budget keeps both figures of the run that it was
 * made of.
 *
 * <p>Processor time is compared as a number of loops. Wall time is compared in the same way on a machine that is slower than the
 * one of the budget. On a faster one it is compared as it is, because a test that waits does not wait less there.
 */
final class Budget {

    static final double GROWTH = 1.5;

    /** In loops, about 8 s: growth by less than this costs nobody any time, however small the module is. */
    private static final double SLACK = 40;

    private static final String HEAD = "# module\twall s\tCPU s\tloop wall s\tloop CPU s";

    private final Map<String, Share> shares;

    private Budget(Map<String, Share> shares) {
        this.shares = shares;
    }

    /** What a module took in one run, and what the loop took meanwhile; all in seconds. */
    record Share(double wall, double cpu, double loopWall, double loopCpu) {

        static Share of(ModuleTimes module, List<Loop> loops) {
            return new Share(
                    module.wall(),
                    module.cpu(),
                    ModuleTimes.median(loops, Loop::wall),
                    ModuleTimes.median(loops, Loop::cpu));
        }

        /** How many times its budget this is, and NaN where no loop was measured. */
        double times(Share budget) {
            return Math.max(cpuTimes(budget), wallTimes(budget));
        }

        private double cpuTimes(Share budget) {
            return (cpu / loopCpu) / (budget.cpu / budget.loopCpu + SLACK / GROWTH);
        }

        private double wallTimes(Share budget) {
            double slower = Math.max(1, loopWall / budget.loopWall);
            return wall / (slower * (budget.wall + budget.loopWall * SLACK / GROWTH));
        }
    }

    static Budget of(Map<String, Share> shares) {
        return new Budget(new TreeMap<>(shares));
    }

    static Budget read(Path file) throws IOException {
        Map<String, Share> shares = new TreeMap<>();
        for (String line : Files.readAllLines(file)) {
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            String[] fields = line.split("\t");
            try {
                shares.put(
                        fields[0],
                        new Share(number(fields[1]), number(fields[2]), number(fields[3]), number(fields[4])));
            } catch (ArrayIndexOutOfBoundsException | NumberFormatException e) {
                throw new IOException(file + ": expected a module and four numbers above 0, and found: " + line, e);
            }
        }
        return new Budget(shares);
    }

    private static double number(String text) {
        double number = Double.parseDouble(text);
        if (!(number > 0)) {
            throw new NumberFormatException(text);
        }
        return number;
    }

    void write(Path file) throws IOException {
        List<String> lines = new ArrayList<>(List.of(HEAD));
        shares.forEach((module, share) -> lines.add(String.format(
                Locale.ROOT,
                "%s\t%.3f\t%.3f\t%.3f\t%.3f",
                module,
                share.wall(),
                share.cpu(),
                share.loopWall(),
                share.loopCpu())));
        Files.writeString(file, String.join("\n", lines) + "\n");
    }

    /** A sentence about each module whose tests take much more than they may, or were not measured. */
    List<String> objections(Map<String, Share> taken) {
        List<String> objections = new ArrayList<>();
        taken.forEach((module, share) -> objection(module, share).ifPresent(objections::add));
        shares.keySet().stream()
                .filter(module -> !taken.containsKey(module))
                .forEach(module -> objections.add("the tests of " + module + " have a budget and were not measured"));
        return objections;
    }

    /** One sentence about a module whose tests take much more than they may; empty when all is well. */
    Optional<String> objection(String module, Share now) {
        Share budget = shares.get(module);
        if (budget == null) {
            return Optional.of("the tests of " + module + " have no budget");
        }
        double times = now.times(budget);
        if (Double.isNaN(times)) {
            return Optional.of("the loop beside the tests of " + module + " was not measured");
        }
        if (times <= GROWTH) {
            return Optional.empty();
        }
        return Optional.of(String.format(
                Locale.ROOT,
                "the tests of %s take %.1f times their budget: %.0f s (%.0f s of CPU time). The budget is %.0f s (%.0f s),"
                        + " from a machine %.2f times as fast as this one",
                module,
                times,
                now.wall(),
                now.cpu(),
                budget.wall(),
                budget.cpu(),
                now.loopWall() / budget.loopWall()));
    }
}
