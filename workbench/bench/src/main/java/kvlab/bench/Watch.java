package kvlab.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import kvlab.bench.TimeLine.Second;

/** Looks once a second at what the nodes, the load generator and the machine's other guests take. Only Linux tells. */
final class Watch implements AutoCloseable {

    private static final Pattern RESIDENT = Pattern.compile("(?m)^VmRSS:\\s+(\\d+) kB$");
    private static final double KIB_IN_MIB = 1024;
    private static final int STEAL = 7;

    /** user, nice, system, idle, iowait, irq, softirq, steal; what follows is contained in the first two. */
    private static final int KINDS = 8;

    private final Path proc;
    private final List<Long> nodes;
    private final ScheduledExecutorService clock =
            Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "watch"));
    private final List<Second> seconds = new ArrayList<>();

    private volatile long load;
    private Look last;

    Watch(Path proc, List<Long> nodes) {
        this.proc = proc;
        this.nodes = nodes;
    }

    /**
     * The counters at one moment.
     *
     * @param jvms what threads of each node took; null when one is no JVM
     */
    private record Look(
            long nanos, List<Long> nodeTicks, List<CpuTimes> jvms, long loadTicks, long allTicks, long stolenTicks) {}

    /** @param generator the process that loads */
    void start(ProcessHandle generator) {
        load = generator.pid();
        if (Files.isReadable(proc.resolve("stat"))) {
            clock.scheduleAtFixedRate(this::look, 0, 1, TimeUnit.SECONDS);
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
        List<Long> nodeTicks = new ArrayList<>();
        for (long node : nodes) {
            nodeTicks.add(CpuTimes.ticks(proc, node));
        }
        String[] machine =
                Files.readString(proc.resolve("stat")).split("\n", 2)[0].split(" +");
        long all = LongStream.rangeClosed(1, KINDS)
                .map(kind -> Long.parseLong(machine[(int) kind]))
                .sum();
        long stolen = Long.parseLong(machine[1 + STEAL]);
        return new Look(System.nanoTime(), nodeTicks, jvms(), CpuTimes.ticks(proc, load), all, stolen);
    }

    private List<CpuTimes> jvms() {
        List<CpuTimes> jvms = new ArrayList<>();
        for (long node : nodes) {
            CpuTimes times = CpuTimes.of(proc, List.of(node));
            if (times == null) {
                return null;
            }
            jvms.add(times);
        }
        return jvms;
    }

    private Second between(Look before, Look now) throws IOException {
        double ticks = (now.nanos - before.nanos) / 1e9 * CpuTimes.TICKS_A_SECOND;
        List<Double> cores = new ArrayList<>();
        List<Double> memory = new ArrayList<>();
        for (int i = 0; i < nodes.size(); i++) {
            cores.add(rounded((now.nodeTicks.get(i) - before.nodeTicks.get(i)) / ticks));
            memory.add(rounded(resident(nodes.get(i))));
        }
        double all = now.allTicks - before.allTicks;
        double stolen = all == 0 ? 0 : (now.stolenTicks - before.stolenTicks) / all;
        double loadCores = rounded((now.loadTicks - before.loadTicks) / ticks);
        return new Second(cores, memory, collectors(before, now), loadCores, rounded(stolen));
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

    private double resident(long node) throws IOException {
        Matcher line = RESIDENT.matcher(
                Files.readString(proc.resolve(Long.toString(node)).resolve("status")));
        return line.find() ? Long.parseLong(line.group(1)) / KIB_IN_MIB : 0;
    }

    /** What was seen until now. */
    TimeLine stop() throws InterruptedException {
        clock.shutdownNow();
        clock.awaitTermination(1, TimeUnit.SECONDS);
        synchronized (this) {
            return new TimeLine(List.copyOf(seconds));
        }
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }
}
