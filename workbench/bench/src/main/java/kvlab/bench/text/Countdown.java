package kvlab.bench.text;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Seven minutes without a word look like a program that hangs: it tells now and then how long something still takes. */
public final class Countdown implements AutoCloseable {

    private static final Duration USUALLY = Duration.ofMinutes(1);

    private final String what;
    private final Consumer<String> progress;
    private final ScheduledExecutorService clock =
            Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "countdown"));

    public Countdown(String what, Consumer<String> progress) {
        this.what = what;
        this.progress = progress;
    }

    /** Of what takes so long. */
    public void start(int seconds) {
        start(seconds, USUALLY);
    }

    public void start(int seconds, Duration every) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        clock.scheduleAtFixedRate(
                () -> tell((end - System.nanoTime()) / 1e9), every.toNanos(), every.toNanos(), TimeUnit.NANOSECONDS);
    }

    private void tell(double seconds) {
        if (seconds > 0) {
            progress.accept(what + ", " + left(seconds));
        }
    }

    /** As: about 12 min left. */
    public static String left(double seconds) {
        return "about " + Sheet.time(seconds) + " left";
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }
}
