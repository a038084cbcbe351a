package kvlab.bench.machine;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import kvlab.cluster.Box;

/**
 * What a container or a service manager lets this process have. A limit may be set on the process's own group or on any
 * group above it; the smallest holds.
 */
public final class ControlGroup {
    private static final String MOUNT = "sys/fs/cgroup";
    private static final String GROUPS = "proc/self/cgroup";

    /** What a file holds, without blanks around it; empty when it is not there. */
    private final Function<String, Optional<String>> files;

    ControlGroup(Surroundings here) {
        this(here::read);
    }

    private ControlGroup(Function<String, Optional<String>> files) {
        this.files = files;
    }

    /** The processor time that programs of a box get, in cores; null when there is no limit. */
    public static Double cpus(Box box) throws IOException {
        Map<String, String> read = new HashMap<>(box.read(List.of(GROUPS)));
        // To reach another machine takes long: which files tell is found out first, and then they are read at once.
        Set<String> wanted = new HashSet<>();
        new ControlGroup(file -> {
                    wanted.add(file);
                    return stripped(read, file);
                })
                .cpus();
        // A shell there reads the names.
        wanted.removeIf(file -> !file.matches("[\\w./@:-]+"));
        read.putAll(box.read(List.copyOf(wanted)));
        return new ControlGroup(file -> stripped(read, file)).cpus().orElse(null);
    }

    private static Optional<String> stripped(Map<String, String> read, String file) {
        return Optional.ofNullable(read.get(file)).map(String::strip);
    }

    /** In bytes. The first version of cgroups says "no limit" with a number that no machine has. */
    Optional<Long> memory() {
        List<String> limits = new ArrayList<>(values(MOUNT, "", "memory.max"));
        limits.addAll(values(MOUNT + "/memory", "memory", "memory.limit_in_bytes"));
        return limits.stream()
                .filter(limit -> limit.matches("\\d{1,18}"))
                .map(Long::valueOf)
                .min(Long::compare);
    }

    /** In cores, 1.5 being one and a half. */
    Optional<Double> cpus() {
        List<Double> limits = new ArrayList<>();
        values(MOUNT, "", "cpu.max").forEach(value -> share(value).ifPresent(limits::add));
        List<String> quotas = values(MOUNT + "/cpu", "cpu", "cpu.cfs_quota_us");
        List<String> periods = values(MOUNT + "/cpu", "cpu", "cpu.cfs_period_us");
        for (int i = 0; i < Math.min(quotas.size(), periods.size()); i++) {
            share(quotas.get(i) + " " + periods.get(i)).ifPresent(limits::add);
        }
        return limits.stream().min(Double::compare);
    }

    /** "150000 100000" is 150 ms of every 100 ms; "max" and -1 are no limit. */
    private static Optional<Double> share(String quotaAndPeriod) {
        if (!quotaAndPeriod.matches("\\d{1,15} [1-9]\\d{0,14}")) {
            return Optional.empty();
        }
        String[] parts = quotaAndPeriod.split(" ");
        return Optional.of(Double.parseDouble(parts[0]) / Double.parseDouble(parts[1]));
    }

    private List<String> values(String mount, String controller, String file) {
        Path top = Path.of(mount);
        Path group = top.resolve(path(controller).substring(1)).normalize();
        List<String> values = new ArrayList<>();
        // Inside a container the path may be the host's, and is then not there; the mount's top is the container's
        // group.
        for (Path at = group.startsWith(top) ? group : top; at != null && at.startsWith(top); at = at.getParent()) {
            files.apply(at.resolve(file).toString()).ifPresent(values::add);
        }
        return values;
    }

    /** Lines are "4:cpu,cpuacct:/some/group"; the second version's only one is "0::/some/group". */
    private String path(String controller) {
        return files.apply(GROUPS).stream()
                .flatMap(String::lines)
                .map(line -> line.split(":", 3))
                .filter(parts ->
                        parts.length == 3 && List.of(parts[1].split(",")).contains(controller))
                .map(parts -> parts[2])
                .filter(path -> path.startsWith("/"))
                .findFirst()
                .orElse("/");
    }
}
