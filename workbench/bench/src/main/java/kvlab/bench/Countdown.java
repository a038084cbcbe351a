package kvlab.bench;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;

/** Seven minutes without a word look like a program that hangs: it tells now and then how long something still takes. */
final class Countdown implements AutoCloseable {

    private static final Duration USUALLY = Duration.ofMinutes(1);

    private final String what;
    private final Consumer<String> progress;
    private final ScheduledExecutorService clock =
            Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "countdown"));

    Countdown(String what, Consumer<String> progress) {
        this.what = what;
        this.progress = progress;
    }

    /** Of what takes so long. */
    void start(int seconds) {
        start(seconds, USUALLY);
    }

    void start(int seconds, Duration every) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        start(() -> (end - System.nanoTime()) / 1e9, every);
    }

    /** @param left seconds, as far as anybody knows; NaN when nobody does */
    void start(DoubleSupplier left) {
        start(left, USUALLY);
    }

    private void start(DoubleSupplier left, Duration every) {
        clock.scheduleAtFixedRate(
                () -> tell(left.getAsDouble()), every.toNanos(), every.toNanos(), TimeUnit.NANOSECONDS);
    }

    private void tell(double left) {
        if (left > 0) {
            progress.accept(what + ", " + TimeLeft.text(left));
        }
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }
}
