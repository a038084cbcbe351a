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

/** How many threads and descriptors the nodes of a cluster have. */
record ProcessCounts(List<Kind> kinds, Map<String, Integer> counts) {

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

    private static final long PATIENCE_SECONDS = 10;

    static ProcessCounts of(OwnCluster own, Kind... kinds) {
        Map<String, Integer> counts = new TreeMap<>();
        for (int node = 0; node < own.size(); node++) {
            for (Kind kind : kinds) {
                String[] all = new File("/proc/" + own.pid(node) + "/" + kind.folder).list();
                if (all == null) {
                    own.expectLiving();
                    throw new TestAbortedException(
                            "it counts what is in /proc/PID/" + kind.folder + ", and there is no such folder");
                }
                counts.put(own.name(node) + " has " + kind.name().toLowerCase(Locale.ROOT), all.length);
            }
        }
        return new ProcessCounts(List.of(kinds), counts);
    }

    /** Waits until no node has many more than it had. */
    void expectNoGrowth(OwnCluster own, String when) throws InterruptedException {
        expectNoGrowth(own, when, () -> 0);
    }

    /** @param more how much each node may have grown beyond that, by now */
    void expectNoGrowth(OwnCluster own, String when, IntSupplier more) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        for (String grown = grown(own, more); !grown.isEmpty(); grown = grown(own, more)) {
            if (System.nanoTime() > deadline) {
                throw CheckFailure.of(
                        when + ", no node has " + FEW + " more than before of "
                                + kinds.stream()
                                        .map(kind -> kind.name().toLowerCase(Locale.ROOT))
                                        .collect(Collectors.joining(" or ")),
                        grown);
            }
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }

    private String grown(OwnCluster own, IntSupplier more) {
        int most = FEW + more.getAsInt();
        StringBuilder grown = new StringBuilder();
        of(own, kinds.toArray(Kind[]::new)).counts().forEach((what, count) -> {
            if (count >= counts.get(what) + most) {
                grown.append(grown.isEmpty() ? "" : "; ")
                        .append(what.replace("has ", "has " + count + " "))
                        .append(", and had " + counts.get(what));
            }
        });
        return grown.toString();
    }
}
