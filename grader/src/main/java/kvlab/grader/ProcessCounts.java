package kvlab.grader;

import java.io.File;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;
import org.opentest4j.TestAbortedException;

/**
 * How many threads and descriptors processes have.
 *
 * @param pids by the names of nodes
 */
record ProcessCounts(Map<String, Long> pids, List<Kind> kinds, Map<String, Integer> counts) {

    /** Threads or descriptors, with their folder below /proc/PID. */
    enum Kind {
        THREADS("task"),
        DESCRIPTORS("fd");

        private final String folder;

        Kind(String folder) {
            this.folder = folder;
        }
    }

    /** Growth by less than this is no growth: a JVM starts threads and opens files when it likes. */
    static final int FEW = 100;

    static final long PATIENCE_SECONDS = 10;

    static ProcessCounts of(Map<String, Long> pids, Kind... kinds) {
        Map<String, Integer> counts = new TreeMap<>();
        pids.forEach((name, pid) -> {
            for (Kind kind : kinds) {
                counts.put(name + " has " + kind.name().toLowerCase(Locale.ROOT), count(name, pid, kind));
            }
        });
        return new ProcessCounts(pids, List.of(kinds), counts);
    }

    private static int count(String name, long pid, Kind kind) {
        String[] all = new File("/proc/" + pid + "/" + kind.folder).list();
        if (all != null) {
            return all.length;
        }
        if (ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty()) {
            throw CheckFailure.unanswered("a node goes on until it is told to stop", name + " has ended");
        }
        throw new TestAbortedException(
                "it counts what is in /proc/PID/" + kind.folder + ", and there is no such folder");
    }

    /**
     * Does something to nodes, waits, and expects that they have as many threads and descriptors as before. A pool that fills
     * up once is no leak, so the story is told twice before a node fails.
     */
    static void expectNoGrowth(Map<String, Long> pids, String when, Act story) throws InterruptedException {
        ProcessCounts before = of(pids, Kind.values());
        story.perform();
        if (before.grownAfterPatience(() -> 0).isEmpty()) {
            return;
        }
        ProcessCounts then = of(pids, Kind.values());
        story.perform();
        then.expectNoGrowth(when, () -> 0);
    }

    /**
     * Waits until no node has many more than it had.
     *
     * @param more by how much each node may have grown beyond that
     */
    void expectNoGrowth(String when, IntSupplier more) throws InterruptedException {
        String grown = grownAfterPatience(more);
        if (!grown.isEmpty()) {
            throw CheckFailure.of(
                    when + ", no node has " + FEW + " more than before of "
                            + kinds.stream()
                                    .map(kind -> kind.name().toLowerCase(Locale.ROOT))
                                    .collect(Collectors.joining(" or ")),
                    grown);
        }
    }

    /** Returns the counts that stayed too high, as a sentence; empty if all went down in time. */
    private String grownAfterPatience(IntSupplier more) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        String grown = grown(more);
        while (!grown.isEmpty() && System.nanoTime() < deadline) {
            TimeUnit.MILLISECONDS.sleep(50);
            grown = grown(more);
        }
        return grown;
    }

    private String grown(IntSupplier more) {
        int most = FEW + more.getAsInt();
        StringBuilder grown = new StringBuilder();
        of(pids, kinds.toArray(Kind[]::new)).counts().forEach((what, count) -> {
            if (count >= counts.get(what) + most) {
                grown.append(grown.isEmpty() ? "" : "; ")
                        .append(what.replace("has ", "has " + count + " "))
                        .append(", and had " + counts.get(what));
            }
        });
        return grown.toString();
    }
}
