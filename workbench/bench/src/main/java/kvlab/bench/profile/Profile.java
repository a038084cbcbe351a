package kvlab.bench.profile;

import java.util.List;
import java.util.Map;

/**
 * Where time and memory went under a second load, at the same rate as the one that was measured.
 *
 * @param problem why there are no events; null when there are
 * @param perThread whether each thread is told apart from others of its kind
 * @param kernelFrames whether CPU samples show the kernel's functions; null without CPU samples
 * @param notJvms ports of nodes that are no JVMs, of which there is no profile
 * @param requests that were answered meanwhile
 * @param nodeCpuMicros CPU time of all nodes for one request, the profiler's own included; null where the system does not
 *     tell
 * @param events by name: cpu, alloc, lock
 */
public record Profile(
        String problem,
        boolean perThread,
        Boolean kernelFrames,
        List<Integer> notJvms,
        long requests,
        double requestsPerSecond,
        Double nodeCpuMicros,
        Map<String, Breakdown> events) {

    /** How tables call the CPU time that no sample has seen. */
    public static final String UNSEEN = "in no sample";

    public static Profile failed(String problem) {
        return new Profile(problem, false, null, List.of(), 0, 0, null, Map.of());
    }

    /** CPU time of a request that is in no sample; null where the system does not tell, and without CPU samples. */
    public Double unseenMicros() {
        Breakdown cpu = events.get(ProfileEvent.CPU.label());
        return cpu == null || nodeCpuMicros == null
                ? null
                : Double.valueOf(Math.max(0, nodeCpuMicros - cpu.perRequest()));
    }

    /** The total of a request in the event's unit, without the profiler's own work. */
    public double all(ProfileEvent event) {
        double sampled = events.get(event.label()).ofServer();
        return event == ProfileEvent.CPU && unseenMicros() != null ? sampled + unseenMicros() : sampled;
    }

    public boolean failed() {
        return problem != null;
    }

    /** A file of a run's folder. */
    public static String stacksFile(ProfileEvent event) {
        return "stacks-" + event.label() + ".txt.gz";
    }
}
