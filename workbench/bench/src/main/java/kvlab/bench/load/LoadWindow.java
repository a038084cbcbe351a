package kvlab.bench.load;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.zip.DataFormatException;
import kvlab.bench.watch.CpuUse;
import kvlab.bench.wrk2.Latency;
import kvlab.bench.wrk2.WrkReport;
import org.HdrHistogram.Histogram;

/**
 * A short load in a run that is loaded and rests in turn.
 *
 * @param started ISO instant
 * @param due how many requests the schedule asked for
 * @param requests that were answered
 * @param late how many of these were answered after the end of the window; null when the load generator does not tell, and in
 *     runs of older kits
 * @param bad answers of 400 and above
 * @param lost requests without an answer
 * @param nodeCpuSeconds CPU time of all nodes; null where the system does not report it, like the next four
 * @param compilerSeconds what of it went into JIT compilation
 * @param collectorSeconds what of it went into garbage collection
 * @param loadCpuSeconds CPU time of the load generator
 * @param disturbed the part of the machine's CPU time that other programs and other guests took
 * @param histogram latencies in microseconds, as HdrHistogram encodes them (version 2, compressed), in Base64; empty in a
 *     closed loop
 */
public record LoadWindow(
        String started,
        int seconds,
        double due,
        long requests,
        Long late,
        long bad,
        long lost,
        Double nodeCpuSeconds,
        Double compilerSeconds,
        Double collectorSeconds,
        Double loadCpuSeconds,
        Double disturbed,
        String histogram) {

    private static final int DIGITS = 3;

    /** Neighbours took so much of the machine that the window says more about them than about the server. */
    private static final double DISTURBED = 0.2;

    /** The part of one processor's time, or of the nodes' if that is more. */
    private static final double COMPILING = 0.1;

    /** By others, or by a compiler that was busy again. */
    public boolean isDisturbed() {
        return disturbed != null && disturbed > DISTURBED
                || compilerSeconds != null
                        && compilerSeconds > COMPILING * Math.max(seconds, nodeCpuSeconds == null ? 0 : nodeCpuSeconds);
    }

    public boolean isWhole() {
        try {
            return seconds > 0 && (histogram.isEmpty() || latencies().getTotalCount() > 0);
        } catch (IllegalStateException e) {
            return false;
        }
    }

    /** Whether this is what wrk2 printed; a real one has no histogram in its text. */
    public boolean isIn(String printed) {
        String answered = "\"answered\":" + requests + ",";
        String asked = "\"due\":" + Math.round(due) + ",";
        String after = late == null ? "" : "\"late\":" + late + ",";
        return printed.lines()
                .anyMatch(line -> line.contains(" " + requests + " requests in ")
                        || Stream.of(histogram, answered, asked, after).allMatch(line::contains));
    }

    public Histogram latencies() {
        if (histogram.isEmpty()) {
            return new Histogram(DIGITS);
        }
        try {
            return Histogram.decodeFromCompressedByteBuffer(
                    ByteBuffer.wrap(Base64.getDecoder().decode(histogram)), 0);
        } catch (DataFormatException | RuntimeException e) {
            throw new IllegalStateException("a window's histogram is damaged: " + e.getMessage(), e);
        }
    }

    /** The latencies of all of them. */
    public static Histogram sum(List<LoadWindow> windows) {
        Histogram sum = new Histogram(DIGITS);
        windows.forEach(window -> sum.add(window.latencies()));
        return sum;
    }

    public static String encoded(Histogram histogram) {
        ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(buffer);
        return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
    }

    /** What wrk2 printed: the rows of its spectrum are the histogram. */
    public static Histogram of(Latency latency) {
        Histogram histogram = new Histogram(DIGITS);
        long counted = 0;
        for (Latency.Point point : latency == null ? List.<Latency.Point>of() : latency.spectrum()) {
            histogram.recordValueWithCount(Math.round(point.millis() * 1000), point.count() - counted);
            counted = point.count();
        }
        return histogram;
    }

    /** @param cpu what the nodes took; null where the system does not report it */
    public static LoadWindow of(
            String started, int seconds, double due, WrkReport report, Long late, String histogram, CpuUse cpu) {
        return new LoadWindow(
                started,
                seconds,
                due,
                report.requests(),
                late,
                report.bad(),
                report.lost(),
                cpu == null ? null : cpu.seconds(),
                cpu == null ? null : known(cpu.compilerSeconds()),
                cpu == null ? null : known(cpu.collectorSeconds()),
                null,
                null,
                histogram);
    }

    /** @param cpuSeconds of the load generator; 0 where the system does not report it */
    LoadWindow byLoad(double cpuSeconds) {
        return with(cpuSeconds > 0 ? cpuSeconds : null, disturbed);
    }

    /** @param share what others took of the machine; NaN where nobody knows */
    public LoadWindow beside(double share) {
        return with(loadCpuSeconds, known(share));
    }

    private LoadWindow with(Double ofLoad, Double ofNeighbours) {
        return new LoadWindow(
                started,
                seconds,
                due,
                requests,
                late,
                bad,
                lost,
                nodeCpuSeconds,
                compilerSeconds,
                collectorSeconds,
                ofLoad,
                ofNeighbours,
                histogram);
    }

    private static Double known(double value) {
        return Double.isNaN(value) ? null : value;
    }

    /** The load of all of them, as if it had been one. */
    public static Window together(List<LoadWindow> windows) {
        long requests = windows.stream().mapToLong(LoadWindow::requests).sum();
        int seconds = windows.stream().mapToInt(LoadWindow::seconds).sum();
        long bad = windows.stream().mapToLong(LoadWindow::bad).sum();
        long lost = windows.stream().mapToLong(LoadWindow::lost).sum();
        WrkReport report = new WrkReport(requests, (double) requests / seconds, bad, lost);
        boolean known = windows.stream().allMatch(window -> window.nodeCpuSeconds != null);
        CpuUse cpu = new CpuUse(
                sum(windows, LoadWindow::nodeCpuSeconds),
                sum(windows, LoadWindow::compilerSeconds),
                sum(windows, LoadWindow::collectorSeconds));
        return new Window(report, known ? cpu : null);
    }

    /** Requests that were due in a second of load. */
    public static double duePerSecond(List<LoadWindow> windows) {
        double due = windows.stream().mapToDouble(LoadWindow::due).sum();
        return due / windows.stream().mapToInt(LoadWindow::seconds).sum();
    }

    /**
     * Requests a second that the server keeps up with. A server that is too slow answers in the rest after a window what it
     * still has. A fast one does so, too: by Little's law, as many requests as become due in the mean latency. If more are late,
     * a queue grew from nothing to that. Then the mean wait in it is half of the last one, so half of the queue is in Little's
     * number, and twice the rest is what the server lacked.
     */
    public static double sustainedPerSecond(List<LoadWindow> windows) {
        double late = late(windows);
        double usual = windows.stream()
                .mapToDouble(window ->
                        window.due / window.seconds * window.latencies().getMean() / 1e6)
                .sum();
        double lacked = Double.isNaN(late) ? 0 : Math.max(0, 2 * (late - usual));
        WrkReport report = together(windows).report();
        return report.requestsPerSecond() * (1 - lacked / report.requests());
    }

    /** Good answers a second, without those after the end of a window. */
    public static double goodPerSecond(List<LoadWindow> windows) {
        double late = late(windows);
        WrkReport report = together(windows).report();
        return report.goodPerSecond() * (1 - (Double.isNaN(late) ? 0 : late) / report.requests());
    }

    /** NaN when it is not known. */
    private static double late(List<LoadWindow> windows) {
        return sum(windows, window -> window.late == null ? Double.NaN : window.late.doubleValue());
    }

    /** NaN when it is not known of each. */
    public static double sum(List<LoadWindow> windows, Function<LoadWindow, Double> figure) {
        return windows.stream()
                .map(figure)
                .mapToDouble(value -> value == null ? Double.NaN : value)
                .sum();
    }
}
