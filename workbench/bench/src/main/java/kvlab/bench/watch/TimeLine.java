package kvlab.bench.watch;

import java.util.List;

/** The use of the machine during a measurement, second by second or window by window. */
public record TimeLine(List<Second> seconds) {

    /**
     * Means over one second, or one window.
     *
     * @param nodeCores CPUs that each node kept busy
     * @param nodeMiB memory of each node at its end
     * @param nodeCollectorCores what of these CPUs the garbage collectors of each node kept busy; null when a node is no JVM,
     *     or has no collector with a thread of its own, and in runs of older kits
     * @param loadCores CPUs that the load generator kept busy
     * @param stolen the part of all CPU time that the hypervisor gave to others, 0 to 1
     * @param others the part of all CPU time that programs took which are neither nodes nor load nor the kit; null where that
     *     is not known, and in runs of older kits
     */
    public record Second(
            List<Double> nodeCores,
            List<Double> nodeMiB,
            List<Double> nodeCollectorCores,
            double loadCores,
            double stolen,
            Double others) {}

    public double loadCores() {
        return seconds.stream().mapToDouble(Second::loadCores).average().orElse(Double.NaN);
    }

    public double stolen() {
        return seconds.stream().mapToDouble(Second::stolen).average().orElse(Double.NaN);
    }

    public double others() {
        if (seconds.stream().anyMatch(second -> second.others() == null)) {
            return Double.NaN;
        }
        return Math.max(
                0, seconds.stream().mapToDouble(Second::others).average().orElse(Double.NaN));
    }

    public double peakNodeMiB() {
        return seconds.stream()
                .flatMap(second -> second.nodeMiB().stream())
                .mapToDouble(each -> each)
                .max()
                .orElse(Double.NaN);
    }
}
