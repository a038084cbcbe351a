package kvlab.bench.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class CountdownTest {

    @Test
    void tellsAgainAndAgainWhatIsLeft() throws Exception {
        BlockingQueue<String> told = new LinkedBlockingQueue<>();
        try (Countdown countdown = new Countdown("measuring", told::add)) {
            countdown.start(3 * 3600, Duration.ofMillis(1));
            assertEquals("measuring, about 3.0 h left", told.poll(60, TimeUnit.SECONDS));
            assertEquals("measuring, about 3.0 h left", told.poll(60, TimeUnit.SECONDS));
        }
    }
}
