package kvlab.wrk2;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** The command line: wrk2's options and some more, checked; what it prints; its exit status, 0 or 1. */
@Command(
        name = "wrk2",
        sortOptions = false,
        synopsisHeading = "Usage: ",
        customSynopsis = "wrk2 [OPTIONS] -R RATE URL [-- SCRIPT ARGUMENTS]",
        optionListHeading = "%n",
        footerHeading = "%n",
        footer = {
            "Numbers may have a unit: 1k, 1M, 1G; times: 2s, 2m, 2h.",
            "",
            "Takes wrk2's options and Lua scripts and prints what wrk2 prints. What it does",
            "better: a connection that ends is made again; requests go out when they are",
            "due, not up to 2 ms later; -c is spread over the threads whole; a script that",
            "does not compile ends the run; exit 1 after socket errors or when nothing was",
            "answered; a rate that was not held is told. It has no TLS.",
        })
final class Wrk2 {

    static final int GOOD = 0;
    static final int BAD = 1;

    private static final int MOST_THREADS = 256;
    private static final int MOST_CONNECTIONS = 60_000;
    private static final String USUAL_DURATION = "10s";
    static final long LONGEST_SECONDS = 1_000_000;
    static final long HIGHEST_RATE = Long.MAX_VALUE / 1_000_000_000;

    private static final Pattern URL =
            Pattern.compile("(?<scheme>(?i:https?))://(?<host>\\[[0-9a-fA-F:.]+\\]|[^\\s/:?#@\\[\\]]+)"
                    + "(?::(?<port>\\d{1,5}))?(?<path>[/?][^\\s#]*)?(?:#.*)?");

    @Option(
            names = {"-c", "--connections"},
            paramLabel = "N",
            description = "Connections to keep open (10).")
    private String connections = "10";

    @Option(
            names = {"-d", "--duration"},
            paramLabel = "TIME",
            description = "How long to load (10s).")
    private String duration;

    @Option(
            names = {"-t", "--threads"},
            paramLabel = "N",
            description = "Threads, each with its share of the connections (2).")
    private String threads = "2";

    @Option(
            names = {"-R", "--rate"},
            paramLabel = "N",
            description = "Requests a second, of all connections together; has to be given.")
    private String rate;

    @Option(
            names = {"-s", "--script"},
            paramLabel = "FILE",
            description = "A Lua script that makes the requests.")
    private Path script;

    @Option(
            names = {"-H", "--header"},
            paramLabel = "H",
            description = "A header of each request, as 'Name: value'; may be repeated.")
    private List<String> headers = new ArrayList<>();

    @Option(
            names = {"-L", "--latency"},
            description = "Print the distribution of the latency.")
    private boolean latency;

    @Option(
            names = {"-U", "--u_latency"},
            description = "Print also that of the time since sending.")
    private boolean uncorrected;

    @Option(
            names = {"-B", "--batch_latency"},
            description = "Of a pipeline, measure only the last answer.")
    private boolean lastOfBatch;

    @Option(
            names = {"-T", "--timeout"},
            paramLabel = "TIME",
            description = "Count a request that waits longer (2s).")
    private String timeout = "2s";

    @Option(names = "--wrk2-timer", description = "Wait in whole milliseconds, as wrk2 does.")
    private boolean wrk2Timer;

    @Option(
            names = "--windows",
            description = {
                "Load whenever a line of standard input says so:",
                "'4s' is for 4 s from now, '4s 2000' at another rate.",
                "Prints a line of JSON for each."
            })
    private boolean windows;

    @Option(names = "--live", description = "Show the figures each second also without a terminal.")
    private boolean live;

    @Option(names = "--json", paramLabel = "FILE", description = "Write every figure there.")
    private Path json;

    @Option(names = "--hgrm", paramLabel = "FILE", description = "Write the latency's percentiles there.")
    private Path hgrm;

    @Option(
            names = {"-v", "--version"},
            description = "Print the version.")
    private boolean version;

    @Option(
            names = {"-h", "--help"},
            description = "This text.")
    private boolean help;

    @Parameters(hidden = true)
    private List<String> arguments = new ArrayList<>();

    /** A command line that makes no sense. */
    private static final class UsageFailure extends Exception {

        private static final long serialVersionUID = 1;

        UsageFailure(String message) {
            super(message);
        }
    }

    public static void main(String[] arguments) {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        PrintStream err = new PrintStream(System.err, true, StandardCharsets.UTF_8);
        Ending ending = new Ending();
        Runtime.getRuntime().addShutdownHook(ending);
        int status = BAD;
        try {
            BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            status = run(arguments, new Orders(in), out, err, Boolean.getBoolean("wrk2.terminal") ? err : null, ending);
        } catch (RuntimeException | Error e) {
            err.println("wrk2: this should not have happened: " + e);
        } finally {
            ending.finish(status);
        }
        System.exit(status);
    }

    /** @param terminal where to show progress, or null */
    static int run(
            String[] arguments, Orders orders, PrintStream out, PrintStream err, PrintStream terminal, Ending ending) {
        Wrk2 wrk2 = new Wrk2();
        CommandLine commandLine = new CommandLine(wrk2)
                .setOverwrittenOptionsAllowed(true)
                .setAbbreviatedOptionsAllowed(true)
                .setExpandAtFiles(false)
                .setAllowOptionsAsOptionParameters(true)
                .setSeparator("=")
                .setUsageHelpAutoWidth(false)
                .setUsageHelpWidth(80);
        try {
            commandLine.parseArgs(arguments);
            if (wrk2.help) {
                usage(commandLine, out);
                return GOOD;
            }
            if (wrk2.version) {
                out.println("wrk2 drop-in " + Version.text() + " [" + Script.ENGINE + ", Java "
                        + System.getProperty("java.version") + "]");
                if (wrk2.arguments.isEmpty()) {
                    return GOOD;
                }
            }
            LoadOptions options = wrk2.options();
            PrintStream shown = wrk2.live ? err : terminal;
            LoadRun run = new LoadRun(options, out, new Progress(options.windows() ? null : shown), orders);
            ending.interrupts(run);
            LoadResult result = run.run();
            if (result.counts().errors().anyOfSockets() && run.firstTrouble() != null) {
                err.println("wrk2: the first socket error: " + run.firstTrouble());
            }
            return report(result, err);
        } catch (ParameterException | UsageFailure e) {
            err.println("wrk2: " + e.getMessage());
            usage(commandLine, err);
        } catch (ScriptFailure | IOException e) {
            err.println("wrk2: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return BAD;
    }

    /** Values are taken behind a blank or =, and shown behind a blank. */
    private static void usage(CommandLine commandLine, PrintStream to) {
        commandLine.setSeparator(" ").usage(to);
    }

    private static int report(LoadResult result, PrintStream err) throws IOException {
        LoadOptions options = result.options();
        if (options.json() != null) {
            JsonReport.write(result, options.json());
        }
        if (options.hgrm() != null) {
            HgrmReport.write(result, options.hgrm());
        }
        if (!result.rateHeld()) {
            err.println("wrk2: " + result.note());
        }
        return result.counts().errors().anyOfSockets() || result.counts().answered() == 0 ? BAD : GOOD;
    }

    // ---- from text to options

    private LoadOptions options() throws UsageFailure {
        if (arguments.isEmpty()) {
            throw new UsageFailure("no URL was given, expected one such as http://127.0.0.1:8080/");
        }
        if (rate == null) {
            throw new UsageFailure("no rate was given, expected -R with the requests a second, such as -R 1000");
        }
        int threadCount = (int) number("-t", threads, 1, MOST_THREADS);
        int connectionCount = (int) number("-c", connections, 1, MOST_CONNECTIONS);
        if (connectionCount < threadCount) {
            throw new UsageFailure(
                    "-c " + connections + " with -t " + threads + ": expected at least as many connections as threads");
        }
        for (String header : headers) {
            if (!header.matches("[^\\s:]+:.*")) {
                throw new UsageFailure("-H '" + header + "': expected 'Name: value'");
            }
        }
        if (windows && duration != null) {
            throw new UsageFailure(
                    "-d " + duration + " with --windows: expected one of them; standard input tells how long");
        }
        if (script != null && !Files.isRegularFile(script)) {
            throw new UsageFailure("-s " + script + ": there is no such file, expected a Lua script");
        }
        return new LoadOptions(
                target(arguments.get(0)),
                threadCount,
                connectionCount,
                number("-R", rate, 1, HIGHEST_RATE),
                time("-d", duration == null ? USUAL_DURATION : duration),
                windows,
                time("-T", timeout),
                script,
                headers,
                latency || uncorrected,
                uncorrected,
                lastOfBatch,
                wrk2Timer,
                List.copyOf(arguments.subList(1, arguments.size())),
                writable("--json", json),
                writable("--hgrm", hgrm));
    }

    private static long number(String option, String text, long least, long most) throws UsageFailure {
        try {
            return within(option, text, Units.parseMetric(text), least, most);
        } catch (IllegalArgumentException e) {
            throw new UsageFailure(option + ": " + e.getMessage());
        }
    }

    private static long time(String option, String text) throws UsageFailure {
        try {
            return within(option, text, Units.parseTime(text), 1, LONGEST_SECONDS);
        } catch (IllegalArgumentException e) {
            throw new UsageFailure(option + ": " + e.getMessage());
        }
    }

    private static long within(String option, String text, long value, long least, long most) throws UsageFailure {
        if (value < least || value > most) {
            throw new UsageFailure(option + " " + text + ": expected " + least + " to " + most);
        }
        return value;
    }

    /** Found out now, not after the load. */
    private static Path writable(String option, Path file) throws UsageFailure {
        if (file == null) {
            return null;
        }
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null || Files.isDirectory(file)) {
            throw new UsageFailure(option + " " + file + ": expected a file, it is a folder");
        }
        if (!Files.isDirectory(folder)) {
            throw new UsageFailure(option + " " + file + ": its folder does not exist");
        }
        if (!Files.isWritable(Files.exists(file) ? file : folder)) {
            throw new UsageFailure(option + " " + file + ": it cannot be written");
        }
        return file;
    }

    private static Target target(String url) throws UsageFailure {
        Matcher parts = URL.matcher(url);
        if (!parts.matches()) {
            throw new UsageFailure("invalid URL: " + url + ", expected one such as http://127.0.0.1:8080/path");
        }
        if (parts.group("scheme").equalsIgnoreCase("https")) {
            throw new UsageFailure(url + ": there is no TLS here, expected http");
        }
        String port = parts.group("port");
        if (port != null && (Integer.parseInt(port) < 1 || Integer.parseInt(port) > 65_535)) {
            throw new UsageFailure("invalid URL: " + url + ", expected a port from 1 to 65535");
        }
        String path = parts.group("path") == null ? "/" : parts.group("path");
        return new Target(
                url,
                parts.group("scheme").toLowerCase(Locale.ROOT),
                parts.group("host").replaceAll("[\\[\\]]", ""),
                port,
                path.startsWith("?") ? "/" + path : path);
    }

    /** Ctrl-C ends the load; what was measured is printed all the same, and the status is that of the result. */
    static final class Ending extends Thread {

        /** A script that never returns cannot be stopped otherwise. */
        private static final long PATIENCE_SECONDS = 3;

        private final CountDownLatch finished = new CountDownLatch(1);
        private volatile LoadRun running;
        private volatile int status = BAD;

        void interrupts(LoadRun run) {
            running = run;
        }

        void finish(int withStatus) {
            status = withStatus;
            finished.countDown();
        }

        @Override
        public void run() {
            if (running == null || finished.getCount() == 0) {
                return;
            }
            running.interrupt();
            try {
                if (!finished.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                    System.err.println("wrk2: the script does not end; nothing was measured");
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            Runtime.getRuntime().halt(status);
        }
    }
}
