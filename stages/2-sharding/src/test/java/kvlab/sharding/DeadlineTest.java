package kvlab.sharding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import kvlab.node.NodeConfig;
import org.junit.jupiter.api.Test;

class DeadlineTest {

    @Test
    void everyValueOfTheSettingIsATime() {
        List<Duration> times = Deadline.SETTING.values().stream()
                .map(value -> new NodeConfig(
                        "127.0.0.1", 1, Path.of("data"), List.of(), "", Map.of(), Map.of("deadline", value)))
                .map(Deadline::of)
                .toList();
        assertEquals(
                List.of(1000L, 100L, 200L, 500L, 2000L, 5000L),
                times.stream().map(Duration::toMillis).toList());
    }

    @Test
    void aDeadlineIsOverWhenItsTimeHasPassed() {
        long now = System.nanoTime();
        assertFalse(Deadline.after(now, Duration.ofSeconds(10)).isOver());
        assertTrue(Deadline.after(now - Duration.ofSeconds(10).toNanos(), Duration.ofSeconds(10))
                .isOver());
    }

    @Test
    void whatIsLeftIsSharedAmongThoseWhoAreAskedInTurn() {
        Deadline deadline = Deadline.after(System.nanoTime(), Duration.ofSeconds(30));
        assertEquals(10_000, deadline.share(3).millisLeft(), 1_000);
        assertEquals(15_000, deadline.share(2).millisLeft(), 1_000);
        assertEquals(30_000, deadline.share(1).millisLeft(), 1_000);
    }

    @Test
    void ofATimeThatIsOverEveryShareIsOver() {
        Deadline over = Deadline.after(System.nanoTime(), Duration.ofSeconds(-1));
        assertTrue(over.share(2).isOver());
        assertEquals(1, over.millisLeft());
    }
}
