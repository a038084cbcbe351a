package kvlab.bench.load;

import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.io.BufferedReader;
import java.io.IOException;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import kvlab.bench.watch.TimeLine;
import kvlab.bench.watch.Watch;
import kvlab.bench.wrk2.NothingAnsweredException;
import kvlab.bench.wrk2.WrkReport;

/**
 * Load in windows, with rests between them: of a side of a comparison, or for the probes of a knee. The kit's own wrk2 keeps
 * its connections and stays warm between two windows. A real one, or one on another box, is started for each.
 */
public final class WindowedLoad {

    public static final String WINDOW = "kvlab.wrk2.window/1";

    private final RateLoad load;
    private final BenchPlan plan;
    private final Process process;
    private final BufferedReader output;
    private final Thread hook;
    private final StringBuilder printed = new StringBuilder();

    /** @param process that reads when to load; null where each window is a process of its own */
    WindowedLoad(RateLoad load, BenchPlan plan, Process process) {
        this.load = load;
        this.plan = plan;
        this.process = process;
        this.output = process == null ? null : process.inputReader();
        this.hook = process == null ? null : new Thread(() -> Wrk2.end(process), "stop-wrk2");
        if (hook != null) {
            Runtime.getRuntime().addShutdownHook(hook);
            load.cluster().onLost(() -> Wrk2.end(process));
        }
    }

    /** The load generator; 0 where each window is a process of its own. */
    public long pid() {
        return process == null ? 0 : process.pid();
    }

    /** All that wrk2 printed until now. */
    public String printed() {
        return printed.toString();
    }

    /** At the plan's rate. */
    public LoadWindow load(int seconds) throws IOException, InterruptedException {
        return load(plan.load().rate(), seconds);
    }

    public LoadWindow load(int rate, int seconds) throws IOException, InterruptedException {
        GoingDown.awaitEndIfBegun();
        return process == null ? byItself(rate, seconds) : ordered(rate, seconds);
    }

    /** The same, with what others took of the machine meanwhile. The watch keeps what it has seen. */
    public LoadWindow load(int rate, int seconds, Watch watch) throws IOException, InterruptedException {
        Watch.Look before = watch.mark();
        LoadWindow window = load(rate, seconds);
        TimeLine seen = watch.since(before);
        // A process that loads for one window alone cannot be told from other programs.
        double others = pid() == 0 || Double.isNaN(seen.others()) ? 0 : seen.others();
        return window.beside(seen.stolen() + others);
    }

    private LoadWindow ordered(int rate, int seconds) throws IOException, InterruptedException {
        JsonObject[] told = new JsonObject[1];
        Window window = load.cluster().run(url -> {
            told[0] = order(rate, seconds);
            return report(told[0], seconds);
        });
        JsonObject json = told[0];
        return LoadWindow.of(
                        json.get("started").getAsString(),
                        seconds,
                        json.getAsJsonObject("requests").get("due").getAsDouble(),
                        window.report(),
                        json.getAsJsonObject("requests").get("late").getAsLong(),
                        rate == Load.CLOSED_LOOP
                                ? ""
                                : json.getAsJsonObject("latency")
                                        .get("histogram")
                                        .getAsString(),
                        window.cpu())
                .byLoad(json.get("cpu_seconds").getAsDouble());
    }

    private JsonObject order(int rate, int seconds) throws IOException {
        try {
            process.outputWriter().write(seconds + "s " + rate + "\n");
            process.outputWriter().flush();
        } catch (IOException e) {
            // It has ended, and what it printed says why.
        }
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            printed.append(line).append('\n');
            if (line.contains(WINDOW)) {
                try {
                    return JsonParser.parseString(line).getAsJsonObject();
                } catch (JsonParseException | IllegalStateException e) {
                    throw new IOException("wrk2 printed a window that is no JSON: " + line, e);
                }
            }
        }
        throw new IOException("wrk2 ended before a window of " + seconds + " s did; it printed: "
                + printed.toString().strip());
    }

    private static WrkReport report(JsonObject window, int seconds) throws IOException {
        long answered = window.getAsJsonObject("requests").get("answered").getAsLong();
        if (answered == 0) {
            throw new NothingAnsweredException(window.toString());
        }
        JsonObject errors = window.getAsJsonObject("errors");
        long lost = 0;
        for (String kind : new String[] {"connect", "read", "write", "timeout"}) {
            lost += errors.get(kind).getAsLong();
        }
        if (window.get("interrupted").getAsBoolean()) {
            throw new IOException("wrk2 was ended in a window of " + seconds + " s");
        }
        return new WrkReport(
                answered, (double) answered / seconds, errors.get("status").getAsLong(), lost);
    }

    private LoadWindow byItself(int rate, int seconds) throws IOException, InterruptedException {
        String started = Instant.now().toString();
        RateLoad.Measured measured = load.window(rate, seconds, printed::append);
        Schedule schedule = plan.load().at(rate).lasting(seconds).schedule();
        return LoadWindow.of(
                started,
                seconds,
                schedule.duePerSecond() * seconds,
                measured.window().report(),
                null,
                rate == Load.CLOSED_LOOP
                        ? ""
                        : LoadWindow.encoded(LoadWindow.of(measured.output().latency())),
                measured.window().cpu());
    }

    /** Ends the load generator, which prints what its script has found. */
    public void end() throws InterruptedException {
        if (process == null) {
            return;
        }
        try {
            process.outputWriter().close();
        } catch (IOException e) {
            // It has ended by itself.
        }
        try {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                printed.append(line).append('\n');
            }
        } catch (IOException e) {
            // It has nothing more to say.
        } finally {
            process.destroy();
            process.waitFor(1, TimeUnit.SECONDS);
            GoingDown.forget(hook);
        }
    }
}
