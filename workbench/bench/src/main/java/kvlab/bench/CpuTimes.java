package kvlab.bench;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * How much CPU time JVMs have used up to now, as Linux tells it: all of it, and what their JIT compilers and
 * garbage collectors took. On a shared
 * machine the CPU time of a request is steadier than requests a second; and a rate that is measured while a compiler takes
 * its part is too low.
 *
 * @param processes 1/100 s by the process's number
 * @param compilers 1/100 s by the thread's number: a JVM ends compiler threads that have nothing to do
 * @param collectors the same of garbage collectors, as far as they have threads of their own
 */
record CpuTimes(Map<Long, Long> processes, Map<Long, Long> compilers, Map<Long, Long> collectors) {

    /** USER_HZ, which is 100 wherever Java runs on Linux. */
    static final double TICKS_A_SECOND = 100;

    /** How their threads' names begin, of which Linux tells 15 characters. */
    private static final Pattern COMPILER = Pattern.compile("\\(C[12] CompilerThre");

    private static final Pattern COLLECTOR = Pattern.compile("\\((GC Thread|G1 |ZWorker|ZDriver|Shenandoah)");

    private static final int USER_TIME = 11;
    private static final int SYSTEM_TIME = 12;

    /** Null where there is no /proc, or it shows a process without compiler threads. */
    static CpuTimes of(Path proc, List<Long> pids) {
        CpuTimes times = new CpuTimes(new HashMap<>(), new HashMap<>(), new HashMap<>());
        try {
            for (long pid : pids) {
                times.add(proc.resolve(Long.toString(pid)), pid);
            }
        } catch (IOException e) {
            return null;
        }
        return times.compilers.isEmpty() ? null : times;
    }

    /** Of one process, up to now. */
    static long ticks(Path proc, long pid) throws IOException {
        return ticks(Files.readString(proc.resolve(Long.toString(pid)).resolve("stat")));
    }

    private void add(Path process, long pid) throws IOException {
        processes.put(pid, ticks(process.getParent(), pid));
        try (DirectoryStream<Path> tasks = Files.newDirectoryStream(process.resolve("task"))) {
            for (Path task : tasks) {
                addIfOfTheJvm(task);
            }
        }
    }

    private void addIfOfTheJvm(Path task) {
        try {
            String stat = Files.readString(task.resolve("stat"));
            Long thread = Long.valueOf(task.getFileName().toString());
            if (COMPILER.matcher(stat).find()) {
                compilers.put(thread, ticks(stat));
            } else if (COLLECTOR.matcher(stat).find()) {
                collectors.put(thread, ticks(stat));
            }
        } catch (IOException e) {
            // A thread that has just ended: what it used is part of its process's time.
        }
    }

    /** The name in brackets may hold blanks; the fields are counted from behind it. */
    private static long ticks(String stat) {
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return Long.parseLong(fields[USER_TIME]) + Long.parseLong(fields[SYSTEM_TIME]);
    }

    CpuUse since(CpuTimes earlier) {
        return new CpuUse(
                grown(earlier.processes, processes) / TICKS_A_SECOND,
                grown(earlier.compilers, compilers) / TICKS_A_SECOND,
                grown(earlier.collectors, collectors) / TICKS_A_SECOND);
    }

    private static long grown(Map<Long, Long> earlier, Map<Long, Long> later) {
        return later.entrySet().stream()
                .mapToLong(each -> each.getValue() - earlier.getOrDefault(each.getKey(), 0L))
                .sum();
    }
}
