package kvlab.bench.load;

import kvlab.bench.watch.CpuUse;
import kvlab.bench.wrk2.WrkReport;

/**
 * Some seconds of load on a server.
 *
 * @param cpu what all its nodes took; null where the system does not tell
 */
public record Window(WrkReport report, CpuUse cpu) {

    /** For one request; NaN where the system does not tell. */
    public double cpuMicros() {
        return cpu == null ? Double.NaN : cpu.seconds() * 1e6 / report.requests();
    }

    /** What of the CPU time went into compilation; NaN where the system does not tell. */
    public double compilerShare() {
        return cpu == null ? Double.NaN : cpu.compilerShare();
    }

    /** The same of garbage collection. */
    public double collectorShare() {
        return cpu == null ? Double.NaN : cpu.collectorShare();
    }
}
