package kvlab.bench.watch;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import kvlab.bench.watch.TimeLine.Second;
import kvlab.cluster.Box;
import kvlab.cluster.Here;

/**
 * Looks at what the nodes, the load generator, other programs and the machine's other guests take: before and after each
 * window of load, or once a second where there are no windows. A look takes some milliseconds of a processor. Two a second
 * made p99 of a window half as long again. Only Linux tells.
 */
public final class Watch implements AutoCloseable {

    private static final String MACHINE = "proc/stat";
    private static final Pattern RESIDENT = Pattern.compile("(?m)^VmRSS:\\s+(\\d+) kB$");
    private static final double KIB_IN_MIB = 1024;
    private static final int STEAL = 7;

    /** user, nice, system, idle, iowait, irq, softirq, steal; what follows is contained in the first two. */
    private static final int KINDS = 8;

    /**
     * The first three of them. Interrupts are nobody's, but in some kernels the time of whoever was interrupted has them in
     * it, and in others not: what nodes cause with each packet must not look like somebody else's work.
     */
    private static final int KINDS_OF_PROGRAMS = 3;

    /** It keeps the links between nodes, reads what nodes say, and looks at all this. */
    private static final long KIT = ProcessHandle.current().pid();

    private static final String KIT_STAT = "proc/" + KIT + "/stat";

    private final Box box;
    private final Box loadBox;

    /** On another machine something of the kit's runs, too, and nobody counts it there. */
    private final boolean allHere;

    private final List<Long> nodes;
    private final ScheduledExecutorService clock =
            Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "watch"));

    /** Whoever wants to know how far it has come does not wait for a look, which a lost connection may hold up. */
    private final List<Second> seconds = new CopyOnWriteArrayList<>();

    /** Nodes and load of other sides of a comparison, which are alive meanwhile. */
    private volatile List<Long> besides = List.of();

    /** 0 where it is another process for each window. */
    private volatile long load;

    private Look last;

    /** Each node with all that it has started; null until somebody looks. */
    private List<List<Long>> withDescendants;

    private List<List<Long>> besidesWithDescendants;

    /**
     * @param box that the nodes run on
     * @param loadBox that the load generator runs on
     */
    public Watch(Box box, List<Long> nodes, Box loadBox) {
        this.box = box;
        this.loadBox = loadBox;
        this.allHere = box instanceof Here && box.equals(loadBox);
        this.nodes = nodes;
    }

    /**
     * The counters at one moment.
     *
     * @param jvms what threads of each node took; null when one is no JVM, or has no collector with a thread of its own
     * @param programTicks what all programs of the machine took
     * @param kitTicks what the kit itself took; null where the counters do not tell all that belongs to a measurement
     */
    public record Look(
            long nanos,
            List<Long> nodeTicks,
            List<Double> nodeMiB,
            List<CpuTimes> jvms,
            long loadTicks,
            long allTicks,
            long stolenTicks,
            long programTicks,
            Long kitTicks,
            long besidesTicks) {

        /** What nodes, load and the kit took. */
        private long ownTicks() {
            return nodeTicks.stream().mapToLong(Long::longValue).sum() + loadTicks + kitTicks + besidesTicks;
        }
    }

    /** Processes that belong to the same measurement. */
    public void besides(List<Long> pids) {
        besides = List.copyOf(pids);
    }

    /**
     * Looks by itself, once a second.
     *
     * @param generator the process that loads
     */
    public void start(Process generator) {
        loadedBy(generator.pid());
        if (known()) {
            clock.scheduleAtFixedRate(this::look, 0, 1, TimeUnit.SECONDS);
        }
    }

    /** @param generator the process that loads; 0 where it is another one for each window */
    public void loadedBy(long generator) {
        load = generator;
    }

    private boolean known() {
        try {
            return !box.read(List.of(MACHINE)).isEmpty();
        } catch (IOException e) {
            return false;
        }
    }

    /** A process that has ended has no counters: its last second is left out. */
    synchronized void look() {
        try {
            Look now = now();
            if (last != null) {
                seconds.add(between(last, now));
            }
            last = now;
        } catch (IOException e) {
            last = null;
        }
    }

    private Look now() throws IOException {
        if (withDescendants == null) {
            // Once: to look at every process of the machine each second would cost the nodes more.
            withDescendants = CpuTimes.withDescendants(box, nodes);
            besidesWithDescendants = CpuTimes.withDescendants(box, besides);
        }
        List<String> files = new ArrayList<>(List.of(MACHINE));
        withDescendants.forEach(node -> node.forEach(pid -> files.add(status(pid))));
        files.addAll(CpuTimes.files(withDescendants));
        if (allHere) {
            files.add(KIT_STAT);
        }
        besidesWithDescendants.forEach(process -> process.forEach(pid -> files.add("proc/" + pid + "/stat")));
        Map<String, String> read = box.read(files);
        long loadTicks = load == 0 ? 0 : CpuTimes.ticks(loadBox.read(List.of("proc/" + load + "/stat")), load);
        List<Long> nodeTicks = new ArrayList<>();
        List<Double> nodeMiB = new ArrayList<>();
        for (List<Long> node : withDescendants) {
            nodeTicks.add(CpuTimes.of(read, List.of(node)).processes().get(node.get(0)));
            nodeMiB.add(rounded(node.stream()
                    .mapToDouble(pid -> resident(read.getOrDefault(status(pid), "")))
                    .sum()));
        }
        String[] machine = read.getOrDefault(MACHINE, "").split("\n", 2)[0].split(" +");
        return new Look(
                System.nanoTime(),
                nodeTicks,
                nodeMiB,
                jvms(read),
                loadTicks,
                sum(machine, KINDS),
                Long.parseLong(machine[1 + STEAL]),
                sum(machine, KINDS_OF_PROGRAMS),
                load != 0 && read.containsKey(KIT_STAT) ? CpuTimes.ticks(read, KIT) : null,
                besidesTicks(read));
    }

    private long besidesTicks(Map<String, String> read) throws IOException {
        long sum = 0;
        for (List<Long> process : besidesWithDescendants) {
            sum += CpuTimes.ticks(read, process);
        }
        return sum;
    }

    private static long sum(String[] machine, int kinds) {
        return LongStream.rangeClosed(1, kinds)
                .map(kind -> Long.parseLong(machine[(int) kind]))
                .sum();
    }

    private static String status(long pid) {
        return "proc/" + pid + "/status";
    }

    private List<CpuTimes> jvms(Map<String, String> read) throws IOException {
        List<CpuTimes> jvms = new ArrayList<>();
        for (List<Long> node : withDescendants) {
            CpuTimes times = CpuTimes.of(read, List.of(node));
            if (!times.tellsCollectors()) {
                return null;
            }
            jvms.add(times);
        }
        return jvms;
    }

    private static Second between(Look before, Look now) {
        double ticks = (now.nanos - before.nanos) / 1e9 * CpuTimes.TICKS_A_SECOND;
        List<Double> cores = new ArrayList<>();
        for (int i = 0; i < now.nodeTicks.size(); i++) {
            cores.add(rounded((now.nodeTicks.get(i) - before.nodeTicks.get(i)) / ticks));
        }
        double all = now.allTicks - before.allTicks;
        double stolen = all == 0 ? 0 : (now.stolenTicks - before.stolenTicks) / all;
        double loadCores = rounded((now.loadTicks - before.loadTicks) / ticks);
        return new Second(cores, now.nodeMiB, collectors(before, now), loadCores, rounded(stolen), others(before, now));
    }

    /** Of all CPU time. A second may be a little below 0, for the counters are read one after another. */
    private static Double others(Look before, Look now) {
        long all = now.allTicks - before.allTicks;
        if (before.kitTicks == null || now.kitTicks == null || all == 0) {
            return null;
        }
        double programs = now.programTicks - before.programTicks;
        return rounded((programs - (now.ownTicks() - before.ownTicks())) / all);
    }

    private static List<Double> collectors(Look before, Look now) {
        if (before.jvms == null || now.jvms == null) {
            return null;
        }
        List<Double> cores = new ArrayList<>();
        for (int i = 0; i < now.jvms.size(); i++) {
            double busy = now.jvms.get(i).since(before.jvms.get(i)).collectorSeconds();
            cores.add(rounded(busy / (now.nanos - before.nanos) * 1e9));
        }
        return cores;
    }

    /** The system counts hundredths of a second; more digits would be most of the file. */
    private static double rounded(double figure) {
        return Math.rint(figure * 1000) / 1000;
    }

    private static double resident(String status) {
        Matcher line = RESIDENT.matcher(status);
        return line.find() ? Long.parseLong(line.group(1)) / KIB_IN_MIB : 0;
    }

    /** What was seen until now. */
    public TimeLine timeLine() {
        return new TimeLine(List.copyOf(seconds));
    }

    /** Leaves out the last window, which does not count. */
    public void forgetLast() {
        if (!seconds.isEmpty()) {
            seconds.remove(seconds.size() - 1);
        }
    }

    /** The counters now; null where the system does not report them. */
    public synchronized Look mark() {
        try {
            return now();
        } catch (IOException | RuntimeException e) {
            return null;
        }
    }

    /** Means from then until now, which become part of what was seen; empty where the system does not report them. */
    public TimeLine since(Look then) {
        Look now = then == null ? null : mark();
        List<Second> seen = now == null ? List.of() : List.of(between(then, now));
        seconds.addAll(seen);
        return new TimeLine(seen);
    }

    /** The same, and no more will be. */
    public TimeLine stop() throws InterruptedException {
        clock.shutdownNow();
        clock.awaitTermination(1, TimeUnit.SECONDS);
        return timeLine();
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }
}
