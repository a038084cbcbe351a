package kvlab.wrk2;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Lines that tell when to load: {@code 4s} is for four seconds from now, {@code 4s 2000} the same at 2,000 requests a second.
 * They end where their text ends.
 *
 * <p>A read of standard input cannot be interrupted, so a thread of its own reads.
 */
final class Orders {

    private static final String END = "";

    private final BufferedReader from;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

    /** @param rate requests a second; 0 is that of {@code -R} */
    record Order(long seconds, long rate) {}

    Orders(BufferedReader from) {
        this.from = from;
    }

    void begin() {
        Thread reader = new Thread(this::read, "orders");
        reader.setDaemon(true);
        reader.start();
    }

    private void read() {
        try {
            for (String line = from.readLine(); line != null; line = from.readLine()) {
                if (!line.isBlank()) {
                    lines.add(line.strip());
                }
            }
        } catch (IOException e) {
            // The writer has closed its end.
        } finally {
            end();
        }
    }

    /** There is no other; from any thread. */
    void end() {
        lines.add(END);
    }

    /** The next one, as soon as there is one; null when there is none any more. */
    Order next() throws IOException, InterruptedException {
        String line = lines.take();
        if (line.equals(END)) {
            return null;
        }
        try {
            String[] words = line.split("\\s+");
            long seconds = Units.parseTime(words[0]);
            boolean hasRate = words.length == 2;
            long rate = hasRate ? Units.parseMetric(words[1]) : 0;
            boolean isRate = hasRate ? rate >= 1 && rate <= Wrk2.HIGHEST_RATE : words.length == 1;
            if (isRate && seconds >= 1 && seconds <= Wrk2.LONGEST_SECONDS) {
                return new Order(seconds, rate);
            }
        } catch (IllegalArgumentException e) {
            // The sentence below tells what is expected.
        }
        throw new IOException(
                "standard input: '" + line + "', expected a time and perhaps a rate, such as 4s or 4s 2000");
    }
}
