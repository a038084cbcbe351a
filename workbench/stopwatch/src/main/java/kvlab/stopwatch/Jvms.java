package kvlab.stopwatch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Counts the JVMs that this process starts, itself or by its children. Each JVM of a user creates a file that is named by its
 * process id. JVMs in a sandbox have a folder of their own and are not counted. Outside Linux, where changes of a folder are
 * reported late, the count is 0.
 */
final class Jvms {

    private final Set<Path> clusters = new HashSet<>();
    private int started;
    private int newClusters;

    private Jvms() {}

    static Jvms watched() throws IOException {
        Jvms jvms = new Jvms();
        Path files = Path.of("/tmp/hsperfdata_" + System.getProperty("user.name"));
        if (Files.isDirectory(Path.of("/proc")) && Files.isDirectory(files)) {
            WatchService changes = files.getFileSystem().newWatchService();
            files.register(changes, StandardWatchEventKinds.ENTRY_CREATE);
            Thread watcher = new Thread(() -> jvms.follow(changes), "count-jvms");
            watcher.setDaemon(true);
            watcher.start();
        }
        return jvms;
    }

    private void follow(WatchService changes) {
        try {
            while (true) {
                WatchKey key = changes.take();
                for (WatchEvent<?> event : key.pollEvents()) {
                    // An event without a file says that some were lost.
                    if (event.context() instanceof Path file && file.toString().matches("[0-9]+")) {
                        count(file.toString());
                    }
                }
                key.reset();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether this process has started that one, or one of its ancestors. */
    private static boolean isBelow(String pid) {
        ProcessHandle own = ProcessHandle.current();
        return Stream.iterate(
                        ProcessHandle.of(Long.parseLong(pid)),
                        Optional::isPresent,
                        each -> each.flatMap(ProcessHandle::parent))
                .skip(1)
                .anyMatch(ancestor -> ancestor.orElseThrow().equals(own));
    }

    /** Empty when the process has ended already. */
    private static List<String> commandLine(String pid) {
        try {
            return List.of(Files.readString(Path.of("/proc", pid, "cmdline"))
                    .replace('\0', '\n')
                    .split("\n"));
        } catch (IOException e) {
            return List.of();
        }
    }

    private synchronized void count(String pid) {
        if (!isBelow(pid)) {
            return;
        }
        started++;
        List<String> commandLine = commandLine(pid);
        int data = commandLine.indexOf("--data") + 1;
        if (commandLine.contains("--cluster") && data > 0 && data < commandLine.size()) {
            // Each node of a cluster has its folder in the cluster's own, and keeps it when it is started again.
            Path folder = Path.of(commandLine.get(data)).toAbsolutePath().getParent();
            newClusters += clusters.add(folder) ? 1 : 0;
        }
    }

    /** The JVMs and clusters since the last call. */
    synchronized Cost taken() {
        Cost taken = new Cost(0, 0, started, newClusters);
        started = 0;
        newClusters = 0;
        return taken;
    }
}
