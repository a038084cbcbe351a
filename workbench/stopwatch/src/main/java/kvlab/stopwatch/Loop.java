package kvlab.stopwatch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.SplittableRandom;

/**
 * A fixed piece of work that tells how fast the machine is at the moment. The tests' time goes into starting JVMs and into code
 * that has just been compiled, so the loop is a small JVM that starts, sorts, and ends.
 *
 * @param wall seconds that it took
 * @param cpu seconds of processor time
 */
record Loop(double wall, double cpu) {

    private static final int ROUNDS = 12;
    private static final int NUMBERS = 100_000;

    static Loop run() throws IOException, InterruptedException {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        String classes =
                Loop.class.getProtectionDomain().getCodeSource().getLocation().getPath();
        long start = System.nanoTime();
        Process loop = new ProcessBuilder(
                        java.toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:-UsePerfData",
                        "-cp",
                        classes,
                        Loop.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String printed = new String(loop.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
        if (loop.waitFor() != 0) {
            throw new IOException("the calibration loop ended with exit code " + loop.exitValue());
        }
        return new Loop((System.nanoTime() - start) / 1e9, Double.parseDouble(printed));
    }

    /** Prints the seconds of processor time that this process has used. */
    public static void main(String[] arguments) {
        SplittableRandom random = new SplittableRandom(42);
        long check = 0;
        for (int round = 0; round < ROUNDS; round++) {
            check +=
                    random.longs(NUMBERS).sorted().skip(NUMBERS / 2).findFirst().orElseThrow();
        }
        // The result is used, so no compiler may leave the work out.
        if (check == 0) {
            throw new IllegalStateException("sorting gave nothing");
        }
        Duration used = ProcessHandle.current().info().totalCpuDuration().orElseThrow();
        System.out.println(used.toNanos() / 1e9);
    }
}
