package kvlab.bench.load;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import kvlab.bench.machine.ControlGroup;
import kvlab.cluster.Box;
import kvlab.cluster.UsageException;

/**
 * Who runs where. Left to the system, nodes and load take cores from each other as it happens, and a figure then tells of
 * that; so the nodes have cores of their own, and the load those that are left.
 *
 * @param nodes as taskset takes them: 0,1
 * @param load null where none are left, or a quota leaves no time for them, so that it shares all that there is with the
 *     nodes; and where it runs on another machine
 * @param shared whether it has to
 */
public record Cores(String nodes, String load, boolean shared) {

    /** As many as the course's machines had. */
    private static final int USUAL = 2;

    private static final int MOST = 4096;
    private static final Pattern SHAPE = Pattern.compile("\\d{1,4}(-\\d{1,4})?(,\\d{1,4}(-\\d{1,4})?)*");
    private static final String STATUS = "proc/self/status";
    private static final Pattern ALLOWED = Pattern.compile("(?m)^Cpus_allowed_list:\\s*(\\S+)$");

    /**
     * Of a box; empty where it has no taskset, as macOS, or does not tell which cores there are.
     *
     * @param wanted for the nodes; null for two, or one where there is one
     * @param apart whether the load runs on another machine
     */
    public static Optional<Cores> of(String wanted, Box box, boolean apart) throws UsageException, IOException {
        String status = box.read(List.of(STATUS)).getOrDefault(STATUS, "");
        Optional<Cores> cores = of(wanted, box.has("taskset"), status, ControlGroup.cpus(box));
        return cores.map(own -> apart ? new Cores(own.nodes, null, false) : own);
    }

    /**
     * @param status of a process, as Linux tells it: some cores of the machine may be closed to it
     * @param quota the processor time that nodes and load get together, in cores, however many they run on; null for no limit
     */
    static Optional<Cores> of(String wanted, boolean taskset, String status, Double quota) throws UsageException {
        if (wanted != null && (!SHAPE.matcher(wanted).matches() || list(wanted).isEmpty())) {
            throw UsageException.of("--cores " + wanted + ": expected numbers of cores, as 0,1 or 0-3");
        }
        Matcher allowed = ALLOWED.matcher(status);
        return taskset && allowed.find() ? Optional.of(of(wanted, allowed.group(1), quota)) : Optional.empty();
    }

    private static Cores of(String wanted, String allowed, Double quota) throws UsageException {
        TreeSet<Integer> others = list(allowed);
        List<Integer> nodes = wanted == null ? others.stream().limit(USUAL).toList() : List.copyOf(list(wanted));
        for (int core : nodes) {
            if (!others.remove(core)) {
                throw UsageException.of(
                        "--cores " + wanted + ": there is no core " + core + " here; there are " + allowed);
            }
        }
        // Under a quota, a core that is left is no time that is left.
        boolean shared = others.isEmpty() || quota != null && quota < nodes.size() + 1;
        return new Cores(text(nodes), shared ? null : text(others), shared);
    }

    private static TreeSet<Integer> list(String text) {
        TreeSet<Integer> list = new TreeSet<>();
        for (String part : text.split(",")) {
            String[] ends = part.split("-");
            int last = Integer.parseInt(ends[ends.length - 1]);
            for (int core = Integer.parseInt(ends[0]); core <= Math.min(last, MOST); core++) {
                list.add(core);
            }
        }
        return list;
    }

    /** How many the load has to itself. */
    int loadCount() {
        return list(load).size();
    }

    int nodeCount() {
        return list(nodes).size();
    }

    private static String text(Collection<Integer> cores) {
        return cores.stream().map(String::valueOf).collect(Collectors.joining(","));
    }

    /** In half a sentence. */
    public String words() {
        if (shared) {
            return nodes + ", shared with the load";
        }
        return load == null ? nodes : nodes + "; the load on " + load;
    }
}
