package kvlab.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * The kernel's limit of processes and threads where root runs a sandbox. For root prlimit counts nothing, and a fork bomb is
 * faster than any watch: it takes all process numbers of the machine within a second. Only root may make such a group, and
 * not everywhere: a container often shows the groups read-only.
 */
final class ControlGroup {

    /** The first is that of cgroup v1, the second that of cgroup v2. */
    private static final List<String> HOMES = List.of("/sys/fs/cgroup/pids", "/sys/fs/cgroup");

    private static final String MEMBERS = "cgroup.procs";
    private static final String LIMIT = "pids.max";
    private static final String PREFIX = "kvlab-";
    private static final long OWN = ProcessHandle.current().pid();
    private static final AtomicInteger MADE = new AtomicInteger();

    private final Path folder;

    private ControlGroup(Path folder) {
        this.folder = folder;
    }

    /** The folder below which groups can be made; empty where none can. */
    static Optional<Path> home() {
        return HOMES.stream()
                .map(Path::of)
                .filter(home -> Files.isWritable(home.resolve(MEMBERS)))
                .findFirst();
    }

    /** Empty where the kernel does not let this user make one. */
    static Optional<ControlGroup> of(int most) {
        return home().flatMap(home -> {
            Path folder = home.resolve(PREFIX + OWN + "-" + MADE.incrementAndGet());
            try {
                sweep(home);
                Files.createDirectory(folder);
                Files.writeString(folder.resolve(LIMIT), Integer.toString(most));
                return Optional.of(new ControlGroup(folder));
            } catch (IOException e) {
                delete(folder);
                return Optional.empty();
            }
        });
    }

    /** A JVM that is killed leaves its groups behind. */
    private static void sweep(Path home) throws IOException {
        for (Path group : groups(home)) {
            if (ProcessHandle.of(maker(group)).isEmpty()) {
                delete(group);
            }
        }
    }

    /** Those that this JVM made and that are still there. */
    static List<Path> ofThisProcess() throws IOException {
        return home().isEmpty()
                ? List.of()
                : groups(home().get()).stream()
                        .filter(group -> maker(group) == OWN)
                        .toList();
    }

    private static List<Path> groups(Path home) throws IOException {
        try (Stream<Path> entries = Files.list(home)) {
            return entries.filter(entry -> entry.getFileName().toString().matches(PREFIX + "[0-9]+-[0-9]+"))
                    .toList();
        }
    }

    private static long maker(Path group) {
        return Long.parseLong(group.getFileName().toString().split("-")[1]);
    }

    /** A process writes its number to it, and is in the group with all that it starts from then on. */
    Path members() {
        return folder.resolve(MEMBERS);
    }

    /** Once all in it have ended. */
    void close() {
        delete(folder);
    }

    private static void delete(Path group) {
        try {
            Files.deleteIfExists(group);
        } catch (IOException e) {
            // A process is still in it. The next sweep removes the group.
        }
    }
}
