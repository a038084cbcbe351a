package kvlab.bench.machine;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a container or a service manager lets this process have. A limit may be set on the process's own group or on any
 * group above it; the smallest holds.
 */
final class ControlGroup {
    private static final String MOUNT = "sys/fs/cgroup";

    private final Surroundings here;

    ControlGroup(Surroundings here) {
        this.here = here;
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
            here.read(at.resolve(file).toString()).ifPresent(values::add);
        }
        return values;
    }

    /** Lines are "4:cpu,cpuacct:/some/group"; the second version's only one is "0::/some/group". */
    private String path(String controller) {
        return here.read("proc/self/cgroup").stream()
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
