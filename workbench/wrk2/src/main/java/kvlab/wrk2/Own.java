package kvlab.wrk2;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.ToLongFunction;

/**
 * What this process takes itself.
 *
 * @param cpuNanos 0 where the system does not tell
 * @param collections of garbage
 */
record Own(long cpuNanos, long collections, long collectionMillis) {

    static final Own NOTHING = new Own(0, 0, 0);

    /** Up to now. */
    static Own now() {
        long cpu = ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
                ? system.getProcessCpuTime()
                : 0;
        return new Own(
                Math.max(0, cpu),
                sum(GarbageCollectorMXBean::getCollectionCount),
                sum(GarbageCollectorMXBean::getCollectionTime));
    }

    private static long sum(ToLongFunction<GarbageCollectorMXBean> figure) {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                .mapToLong(figure)
                .sum();
    }

    /** @param sign -1 takes the other away */
    Own plus(Own other, int sign) {
        return new Own(
                cpuNanos + sign * other.cpuNanos,
                collections + sign * other.collections,
                collectionMillis + sign * other.collectionMillis);
    }
}
