package kvlab.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import kvlab.cluster.Box;

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

    private static final Pattern THREAD = Pattern.compile("proc/(\\d+)/task/(\\d+)/stat");

    private static final int USER_TIME = 11;
    private static final int SYSTEM_TIME = 12;

    /** Null where there is no /proc, or it shows a process without compiler threads. */
    static CpuTimes of(Box box, List<Long> pids) {
        try {
            return of(box.read(files(pids)), pids);
        } catch (IOException e) {
            return null;
        }
    }

    /** In which files it stands, as patterns. */
    static List<String> files(List<Long> pids) {
        List<String> files = new ArrayList<>();
        pids.forEach(pid -> files.addAll(List.of("proc/" + pid + "/stat", "proc/" + pid + "/task/*/stat")));
        return files;
    }

    /** Null when one of them has no compiler threads. */
    static CpuTimes of(Map<String, String> read, List<Long> pids) throws IOException {
        CpuTimes times = new CpuTimes(new HashMap<>(), new HashMap<>(), new HashMap<>());
        for (long pid : pids) {
            times.processes.put(pid, ticks(read, pid));
        }
        // A thread that has just ended is not there: what it used is part of its process's time.
        read.forEach(times::addIfOfTheJvm);
        return times.compilers.isEmpty() ? null : times;
    }

    /** Of one process, up to now, as its file tells. */
    static long ticks(Map<String, String> read, long pid) throws IOException {
        String stat = read.get("proc/" + pid + "/stat");
        if (stat == null) {
            throw new IOException("there is no process " + pid);
        }
        return ticks(stat);
    }

    private void addIfOfTheJvm(String file, String stat) {
        Matcher thread = THREAD.matcher(file);
        if (!thread.matches() || !processes.containsKey(Long.valueOf(thread.group(1)))) {
            return;
        }
        if (COMPILER.matcher(stat).find()) {
            compilers.put(Long.valueOf(thread.group(2)), ticks(stat));
        } else if (COLLECTOR.matcher(stat).find()) {
            collectors.put(Long.valueOf(thread.group(2)), ticks(stat));
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
