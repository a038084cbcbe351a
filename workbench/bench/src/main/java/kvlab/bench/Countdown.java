package kvlab.bench;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

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

    void start(int seconds) {
        start(seconds, USUALLY);
    }

    void start(int seconds, Duration every) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        clock.scheduleAtFixedRate(() -> tell(end), every.toNanos(), every.toNanos(), TimeUnit.NANOSECONDS);
    }

    private void tell(long end) {
        double left = (end - System.nanoTime()) / 1e9;
        if (left > 0) {
            progress.accept(what + ", " + TimeLeft.text(left));
        }
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }
}
