package kvlab.bench.load;

import java.io.IOException;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import kvlab.bench.text.Countdown;
import kvlab.bench.wrk2.NothingAnsweredException;
import kvlab.bench.wrk2.WrkReport;

/**
 * Every key is written before it is read. How long that takes depends on the server, and one that has just started is slow at
 * first, so it is walked through the keys in stretches, until none is left out: each as long as the one before it says that
 * the rest needs, but at most for twice as long as that, since the next one will be faster.
 *
 * <p>A server may refuse a PUT when too many come at once. Then it is asked by half as many connections from there on.
 */
final class Fill {

    private static final int FIRST_SECONDS = 2;
    private static final int LAST_SECONDS = 128;

    /** The rate of the next stretch may be a little lower than that of the last. */
    private static final double MARGIN = 1.3;

    /** One for each thread of wrk2. */
    private static final int FEWEST_CONNECTIONS = Wrk2.THREADS;

    /** A server that so few connections are too many for has more than a bad moment. */
    private static final int LAST_REFUSALS = 3;

    /** What put.lua says when it has not come to the end. */
    private static final Pattern LEFT_OUT = Pattern.compile("(?m)^keys: (wrote (\\d+) of \\d+);.* from=(\\d+) ");

    private final int keys;
    private final Walk walk;
    private final Consumer<String> progress;
    private int connections;
    private int seconds = FIRST_SECONDS;
    private int spent;
    private long from;
    private long written;
    private int lastRefusals;

    /** A stretch of the way through the keys. */
    interface Walk {

        /**
         * What wrk2 prints.
         *
         * @param from how many steps each of its threads has gone already
         */
        String run(int connections, int seconds, long from) throws IOException, InterruptedException;
    }

    /** @param connections at most */
    Fill(int keys, int connections, Walk walk, Consumer<String> progress) {
        this.keys = keys;
        this.connections = Math.max(connections, FEWEST_CONNECTIONS);
        this.walk = walk;
        this.progress = progress;
    }

    /** Returns when each key has been written. */
    void run() throws IOException, InterruptedException {
        progress.accept("writing " + keys + " keys");
        for (boolean done = false; !done; ) {
            String output = walk();
            try {
                done = isDone(output, WrkReport.parse(output));
            } catch (NothingAnsweredException e) {
                if (seconds >= LAST_SECONDS) {
                    throw e;
                }
                seconds = Math.min(2 * seconds, LAST_SECONDS);
            }
        }
    }

    private String walk() throws IOException, InterruptedException {
        try (Countdown countdown = new Countdown("writing keys", progress)) {
            countdown.start(seconds);
            spent += seconds;
            return walk.run(connections, seconds, from);
        }
    }

    private boolean isDone(String output, WrkReport report) throws IOException {
        Matcher leftOut = LEFT_OUT.matcher(output);
        if (report.others() > 0) {
            askLess(report);
            return false;
        }
        if (!leftOut.find()) {
            return true;
        }
        if (seconds >= LAST_SECONDS) {
            throw new IOException(
                    "the keys cannot be written: in " + spent + " s wrk2 " + leftOut.group(1) + "; give fewer --keys");
        }
        long before = written;
        written = Long.parseLong(leftOut.group(2));
        from = Long.parseLong(leftOut.group(3));
        seconds = next(written - before);
        progress.accept(leftOut.group(1) + " keys in " + spent + " s; going on, for " + seconds + " s");
        return false;
    }

    private void askLess(WrkReport report) throws IOException {
        String refused = String.format(
                Locale.ROOT, "of %d PUTs %d were refused or not answered in time", report.asked(), report.others());
        lastRefusals += connections == FEWEST_CONNECTIONS ? 1 : 0;
        if (lastRefusals == LAST_REFUSALS) {
            throw new IOException("the keys cannot be written: " + refused + ", although " + connections
                    + " connections asked and no more; read the node's log");
        }
        connections = Math.max(FEWEST_CONNECTIONS, connections / 2);
        progress.accept(refused + "; once more, with " + connections + " connections");
    }

    /** How long the next stretch lasts. */
    private int next(long justWritten) {
        double needed = Math.ceil(MARGIN * seconds * (keys - written) / Math.max(1, justWritten));
        return (int) Math.max(FIRST_SECONDS, Math.min(needed, Math.min(2 * seconds, LAST_SECONDS)));
    }
}
