package kvlab.bench.watch;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import kvlab.cluster.Box;

/**
 * How much CPU time nodes have used up to now, as Linux tells it: all of it, and what their JIT compilers and
 * garbage collectors took. On a shared
 * machine the CPU time of a request is steadier than requests a second; and a rate that is measured while a compiler takes
 * its part is too low.
 *
 * <p>A node is a process with all that it has started: the program may be a script around the real one, or have workers.
 *
 * @param processes 1/100 s of a node by its process's number
 * @param compilers 1/100 s by the thread's number: a JVM ends compiler threads that have nothing to do
 * @param collectors the same of garbage collectors, as far as they have threads of their own
 * @param threads nanoseconds of each thread; empty where the system does not tell, or was not asked
 */
public record CpuTimes(
        Map<Long, Long> processes, Map<Long, Long> compilers, Map<Long, Long> collectors, Map<Long, Long> threads) {

    /** USER_HZ, which is 100 wherever Java runs on Linux. */
    static final double TICKS_A_SECOND = 100;

    /** How their threads' names begin, of which Linux tells 15 characters. */
    private static final Pattern COMPILER = Pattern.compile("\\(C[12] CompilerThre");

    private static final Pattern COLLECTOR = Pattern.compile("\\((GC Thread|G1 |ZWorker|ZDriver|Shenandoah)");

    private static final Pattern THREAD = Pattern.compile("proc/(\\d+)/task/(\\d+)/stat");

    private static final Pattern NANOS = Pattern.compile("(\\d+) ");
    private static final Pattern RUN_TIME = Pattern.compile("proc/(\\d+)/task/(\\d+)/schedstat");

    /**
     * The two clocks of a process may differ by this many seconds: its user and its system time are cut off to hundredths. Threads
     * that begin and end within a window are missed up to this time.
     */
    private static final double CUT_OFF = 0.02;

    private static final String EVERY_PROCESS = "proc/*/stat";
    private static final Pattern PROCESS = Pattern.compile("proc/(\\d+)/stat");

    private static final int PARENT = 1;
    private static final int USER_TIME = 11;
    private static final int SYSTEM_TIME = 12;
    private static final int ENDED_USER_TIME = 13;
    private static final int ENDED_SYSTEM_TIME = 14;

    /** Null where there is no /proc. */
    public static CpuTimes of(Box box, List<Long> pids) {
        try {
            List<List<Long>> nodes = withDescendants(box, pids);
            List<String> files = files(nodes);
            nodes.forEach(node -> node.forEach(pid -> files.add("proc/" + pid + "/task/*/schedstat")));
            return of(box.read(files), nodes);
        } catch (IOException e) {
            return null;
        }
    }

    /** Each of them with all that it has started, and first of these. */
    static List<List<Long>> withDescendants(Box box, List<Long> pids) throws IOException {
        Map<Long, List<Long>> children = new HashMap<>();
        box.read(List.of(EVERY_PROCESS)).forEach((file, stat) -> {
            Matcher process = PROCESS.matcher(file);
            if (process.matches()) {
                long parent = Long.parseLong(fields(stat)[PARENT]);
                children.computeIfAbsent(parent, any -> new ArrayList<>()).add(Long.valueOf(process.group(1)));
            }
        });
        List<List<Long>> nodes = new ArrayList<>();
        for (long pid : pids) {
            List<Long> node = new ArrayList<>(List.of(pid));
            for (int i = 0; i < node.size(); i++) {
                node.addAll(children.getOrDefault(node.get(i), List.of()));
            }
            nodes.add(List.copyOf(node));
        }
        return nodes;
    }

    /** In which files it stands, as patterns. */
    static List<String> files(List<List<Long>> nodes) {
        List<String> files = new ArrayList<>();
        for (List<Long> node : nodes) {
            node.forEach(pid -> files.addAll(List.of("proc/" + pid + "/stat", "proc/" + pid + "/task/*/stat")));
        }
        return files;
    }

    static CpuTimes of(Map<String, String> read, List<List<Long>> nodes) throws IOException {
        CpuTimes times = new CpuTimes(new HashMap<>(), new HashMap<>(), new HashMap<>(), new HashMap<>());
        Set<String> all = new HashSet<>();
        for (List<Long> node : nodes) {
            times.processes.put(node.get(0), ticks(read, node));
            node.forEach(pid -> all.add(Long.toString(pid)));
        }
        // A thread that has just ended is not there: what it used is part of its process's time.
        read.forEach((file, stat) -> {
            times.addIfOfTheJvm(all, file, stat);
            times.addRunTime(all, file, stat);
        });
        return times;
    }

    /** Of a node, up to now. What it has started may have ended, and then counts as its parent's. */
    static long ticks(Map<String, String> read, List<Long> node) throws IOException {
        long sum = ticks(read, node.get(0));
        for (long pid : node.subList(1, node.size())) {
            sum += read.containsKey(file(pid)) ? ticks(read, pid) : 0;
        }
        return sum;
    }

    private static String file(long pid) {
        return "proc/" + pid + "/stat";
    }

    /** Of one process and those of its children that have ended, up to now, as its file tells. */
    static long ticks(Map<String, String> read, long pid) throws IOException {
        String stat = read.get(file(pid));
        if (stat == null) {
            throw new IOException("there is no process " + pid);
        }
        String[] fields = fields(stat);
        return ticks(stat) + Long.parseLong(fields[ENDED_USER_TIME]) + Long.parseLong(fields[ENDED_SYSTEM_TIME]);
    }

    /** Whether JVMs are among them: what their compilers took is known then. */
    boolean ofJvms() {
        return !compilers.isEmpty();
    }

    /** The serial collector, which a JVM takes with one core or little memory, works in a thread that does other things too. */
    boolean tellsCollectors() {
        return ofJvms() && !collectors.isEmpty();
    }

    private void addIfOfTheJvm(Set<String> processesOfNodes, String file, String stat) {
        Matcher thread = THREAD.matcher(file);
        if (!thread.matches() || !processesOfNodes.contains(thread.group(1))) {
            return;
        }
        if (COMPILER.matcher(stat).find()) {
            compilers.put(Long.valueOf(thread.group(2)), ticks(stat));
        } else if (COLLECTOR.matcher(stat).find()) {
            collectors.put(Long.valueOf(thread.group(2)), ticks(stat));
        }
    }

    private void addRunTime(Set<String> processesOfNodes, String file, String schedstat) {
        Matcher thread = RUN_TIME.matcher(file);
        Matcher nanos = NANOS.matcher(schedstat);
        if (thread.matches() && processesOfNodes.contains(thread.group(1)) && nanos.lookingAt()) {
            threads.put(Long.valueOf(thread.group(2)), Long.valueOf(nanos.group(1)));
        }
    }

    /** The name in brackets may hold blanks; the fields are counted from behind it. */
    private static String[] fields(String stat) {
        return stat.substring(stat.lastIndexOf(')') + 2).split(" ");
    }

    private static long ticks(String stat) {
        String[] fields = fields(stat);
        return Long.parseLong(fields[USER_TIME]) + Long.parseLong(fields[SYSTEM_TIME]);
    }

    /**
     * In nanoseconds where the system tells them. In a window of a second, hundredths would be most of the noise: two numbers of
     * each node are cut off, and two more of each compiler thread. A thread that has ended takes its nanoseconds with it. The
     * hundredths count then.
     */
    public CpuUse since(CpuTimes earlier) {
        double counted = grown(earlier.processes, processes) / TICKS_A_SECOND;
        double exact = grown(earlier.threads, threads) / 1e9;
        boolean known = !threads.isEmpty()
                && threads.keySet().containsAll(earlier.threads.keySet())
                && threads.keySet().containsAll(compilers.keySet())
                && threads.keySet().containsAll(collectors.keySet())
                && Math.abs(exact - counted) <= CUT_OFF * processes.size();
        return new CpuUse(
                known ? exact : counted,
                ofJvms() ? seconds(earlier, CpuTimes::compilers, known) : Double.NaN,
                tellsCollectors() ? seconds(earlier, CpuTimes::collectors, known) : Double.NaN);
    }

    private double seconds(CpuTimes earlier, Function<CpuTimes, Map<Long, Long>> which, boolean exact) {
        Map<Long, Long> now = which.apply(this);
        return exact
                ? now.keySet().stream()
                                .mapToLong(thread ->
                                        threads.getOrDefault(thread, 0L) - earlier.threads.getOrDefault(thread, 0L))
                                .sum()
                        / 1e9
                : grown(which.apply(earlier), now) / TICKS_A_SECOND;
    }

    private static long grown(Map<Long, Long> earlier, Map<Long, Long> later) {
        return later.entrySet().stream()
                .mapToLong(each -> each.getValue() - earlier.getOrDefault(each.getKey(), 0L))
                .sum();
    }
}
