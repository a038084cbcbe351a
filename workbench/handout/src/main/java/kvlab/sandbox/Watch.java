package kvlab.sandbox;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Looks again and again at what the programs in sandboxes use, and kills those that use too much. The kernel could limit
 * some of it: it counts no processes of root, limits the memory of each process but not of all, and control groups are not
 * everybody's to use.
 */
final class Watch {

    private static final long PERIOD_MILLIS = 200;

    /** Of all processes together. */
    static final int MOST_THREADS = 2_000;

    private static final Set<SandboxedProcess> WATCHED = ConcurrentHashMap.newKeySet();

    private static final ScheduledExecutorService CLOCK = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "sandbox-watch");
        thread.setDaemon(true);
        return thread;
    });

    static {
        CLOCK.scheduleWithFixedDelay(Watch::lookAtAll, PERIOD_MILLIS, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
    }

    private static volatile String spoilt;

    private Watch() {}

    static String spoilt() {
        return spoilt;
    }

    static void over(SandboxedProcess process) {
        WATCHED.add(process);
        process.onExit().thenRun(() -> WATCHED.remove(process));
    }

    private static void lookAtAll() {
        if (WATCHED.isEmpty()) {
            return;
        }
        try {
            ProcessTable table = ProcessTable.read();
            for (SandboxedProcess process : WATCHED) {
                String reason = excess(process, process.inside(table));
                if (reason != null) {
                    process.kill(reason);
                } else {
                    spareMemory(process);
                }
            }
        } catch (IOException | RuntimeException e) {
            // Whoever cannot be watched is not left alone.
            WATCHED.forEach(process -> spoil(process, "it cannot be watched: " + e));
        }
    }

    private static void spareMemory(SandboxedProcess process) throws IOException {
        long available = MachineMemory.available();
        long spare = process.limits().spare();
        if (available < spare) {
            spoil(
                    process,
                    "the machine has " + Sizes.rounded(available) + " of memory left, and " + Sizes.rounded(spare)
                            + " are not for it");
        }
    }

    private static void spoil(SandboxedProcess process, String reason) {
        // One that is on its way out was killed for what it did.
        if (process.reason() == null) {
            spoilt = reason;
        }
        process.kill(reason);
    }

    /** Null when it keeps its limits. */
    private static String excess(SandboxedProcess process, List<ProcessTable.Entry> inside) throws IOException {
        Limits limits = process.limits();
        if (process.nanos() > limits.time().toNanos()) {
            return "it ran longer than " + limits.time().toSeconds() + " s";
        }
        // The first is bwrap's own.
        if (inside.size() - 1 > limits.processes()) {
            return Killed.tooMany(inside.size() - 1, "processes", limits.processes());
        }
        int threads = inside.stream().mapToInt(ProcessTable.Entry::threads).sum();
        if (threads > MOST_THREADS) {
            return Killed.tooMany(threads, "threads", MOST_THREADS);
        }
        long memory = inside.stream()
                        .mapToLong(each -> ProcessTable.memory(each.pid()))
                        .sum()
                + MemoryFiles.of(inside);
        if (memory > limits.memory()) {
            return "it took " + Sizes.rounded(memory) + " of memory, and " + Sizes.text(limits.memory())
                    + " are allowed";
        }
        return process.work() == null ? null : excess(WorkFolder.look(process.work()), limits);
    }

    private static String excess(WorkFolder work, Limits limits) {
        if (work.hasTooManyFiles()) {
            return "it made more than " + WorkFolder.MOST_FILES + " files";
        }
        if (work.bytes() > limits.work()) {
            return "it wrote " + Sizes.rounded(work.bytes()) + ", and " + Sizes.text(limits.work()) + " are allowed";
        }
        return null;
    }
}
