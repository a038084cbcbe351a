package kvlab.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import kvlab.bench.Saturation;
import kvlab.bench.machine.LoadGenerator;
import kvlab.cluster.Folders;
import kvlab.cluster.StageProgram;
import kvlab.cluster.Stages;
import kvlab.cluster.UsageException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        separator = " ",
        name = "saturate",
        header = "Compare a stage's highest rate with that of HTTP alone.",
        footerHeading = "%nExample:%n",
        footer = {
            "  ./lab saturate 1-single-node --op get",
            "",
            "The other server is one-nio answering a constant. Both run at the same time,",
            "and wrk2 loads them in turn, asked for more than they can; trust the ratio, not",
            "the rates. Takes about two minutes an operation."
        })
final class SaturateCommand extends LabCommand {

    private static final String CEILING = "kvlab.single.HttpCeiling";

    @Parameters(paramLabel = "STAGE", description = "A stage of the kit.")
    private String stage;

    @Option(names = "--op", paramLabel = "OP", description = "get, put or both (default: ${DEFAULT-VALUE}).")
    private String op = "both";

    @Option(names = "-c", paramLabel = "N", description = "Connections (default: ${DEFAULT-VALUE}).")
    private int connections = 64;

    @Option(names = "--keys", paramLabel = "N", description = "Keys (default: ${DEFAULT-VALUE}).")
    private int keys = 100_000;

    @Option(names = "--warm-up", paramLabel = "S", description = "Seconds for each server (default: ${DEFAULT-VALUE}).")
    private int warmUp = 20;

    @Option(names = "--window", paramLabel = "S", description = "Seconds of one window (default: ${DEFAULT-VALUE}).")
    private int window = 3;

    @Option(names = "--pairs", paramLabel = "N", description = "Pairs of windows (default: ${DEFAULT-VALUE}).")
    private int pairs = 9;

    @Option(
            names = "--port",
            paramLabel = "P",
            description = "The ceiling's port; the stage gets the next one (default: ${DEFAULT-VALUE}).")
    private int port = 8090;

    @Option(names = "--set", paramLabel = "NAME=VALUE", description = "A setting of the stage.")
    private List<String> settings = new ArrayList<>();

    @Override
    public Integer call() throws Exception {
        PrintWriter out = out();
        PrintWriter err = err();
        List<String> methods = methods();
        requirePositive();
        StageProgram program = new Stages(Lab.home()).find(stage);
        Saturation.Plan plan = new Saturation.Plan(
                program, program.with("ceiling", CEILING), settings, port, connections, keys, warmUp, window, pairs);
        Saturation saturation = new Saturation(plan, wrk2(), text -> err.println("lab: " + text));
        Path scratch = Scratch.folder(Lab.home(), "saturate");
        try {
            out.printf("%-4s %12s %12s   %s%n", "", "HTTP alone", stage, "ratio (lowest to highest)");
            for (String method : methods) {
                print(out, saturation.measure(method, scratch));
            }
        } finally {
            Folders.remove(scratch);
        }
        return Lab.DONE;
    }

    private static void print(PrintWriter out, Saturation.Result result) {
        for (Saturation.Pair pair : result.pairs()) {
            out.printf(
                    Locale.ROOT,
                    "%-4s %10.0f/s %10.0f/s   %.2f%n",
                    result.method(),
                    pair.ceiling(),
                    pair.stage(),
                    pair.ratio());
        }
        out.printf(
                Locale.ROOT,
                "%-4s %26s   %.2f (%.2f to %.2f)%n",
                result.method(),
                "median",
                result.median(),
                result.lowest(),
                result.highest());
    }

    private List<String> methods() throws UsageException {
        return switch (op) {
            case "get" -> List.of("GET");
            case "put" -> List.of("PUT");
            case "both" -> List.of("PUT", "GET");
            default -> throw UsageException.of("--op " + op + ": expected get, put or both");
        };
    }

    private void requirePositive() throws UsageException {
        String[] names = {"-c", "--keys", "--warm-up", "--window", "--pairs"};
        int[] values = {connections, keys, warmUp, window, pairs};
        for (int i = 0; i < names.length; i++) {
            if (values[i] < 1 || values[i] > 1_000_000) {
                throw UsageException.of(names[i] + " " + values[i] + ": expected a number from 1 to 1000000");
            }
        }
    }

    private static Path wrk2() throws IOException {
        LoadGenerator found = LoadGenerator.find(Lab.home());
        if (found.path() == null) {
            throw new IOException("there is no wrk2, and the kit's own does not start; ./lab doctor tells more");
        }
        return found.path();
    }
}
