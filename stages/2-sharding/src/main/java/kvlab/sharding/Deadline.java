package kvlab.sharding;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import kvlab.node.NodeConfig;
import kvlab.node.Setting;

/**
 * When something is no longer worth waiting for.
 *
 * @param nanos as System.nanoTime tells the time
 */
public record Deadline(long nanos) {

    public static final Setting SETTING = new Setting(
            "deadline", List.of("1s", "100ms", "200ms", "500ms", "2s", "5s"), "how long a request may wait for peers");

    /** The one that the node was given. */
    public static Duration of(NodeConfig config) {
        String value = config.setting(SETTING.name());
        long number = Long.parseLong(value.replaceAll("[a-z]", ""));
        return value.endsWith("ms") ? Duration.ofMillis(number) : Duration.ofSeconds(number);
    }

    public static Deadline after(long start, Duration time) {
        return new Deadline(start + time.toNanos());
    }

    public boolean isOver() {
        return nanos - System.nanoTime() <= 0;
    }

    /** What is left, divided among so many who are asked one after another. */
    public Deadline share(int parts) {
        long now = System.nanoTime();
        return new Deadline(now + (nanos - now) / parts);
    }

    public Duration left() {
        return Duration.ofMillis(millisLeft());
    }

    /** At least 1 while there is any time left: to a selector, 0 means for ever. */
    long millisLeft() {
        return Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos - System.nanoTime()));
    }
}
