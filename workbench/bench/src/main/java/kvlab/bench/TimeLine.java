package kvlab.bench;

import java.util.List;

/** What the machine did while it was measured, second by second. */
public record TimeLine(List<Second> seconds) {

    /**
     * Means over one second.
     *
     * @param nodeCores CPUs that each node kept busy
     * @param nodeMiB memory of each node at its end
     * @param nodeCollectorCores what of these CPUs the garbage collectors of each node kept busy; null when a node is no JVM,
     *     and in runs of older kits
     * @param loadCores CPUs that the load generator kept busy
     * @param stolen the part of all CPU time that the hypervisor gave to others, 0 to 1
     */
    public record Second(
            List<Double> nodeCores,
            List<Double> nodeMiB,
            List<Double> nodeCollectorCores,
            double loadCores,
            double stolen) {}

    double loadCores() {
        return seconds.stream().mapToDouble(Second::loadCores).average().orElse(Double.NaN);
    }

    double stolen() {
        return seconds.stream().mapToDouble(Second::stolen).average().orElse(Double.NaN);
    }

    double peakNodeMiB() {
        return seconds.stream()
                .flatMap(second -> second.nodeMiB().stream())
                .mapToDouble(each -> each)
                .max()
                .orElse(Double.NaN);
    }
}
