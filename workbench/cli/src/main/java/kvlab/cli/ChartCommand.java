package kvlab.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import kvlab.bench.chart.ChartFiles;
import kvlab.bench.chart.RunCharts;
import kvlab.bench.kept.Comparison;
import kvlab.bench.kept.RunFolder;
import kvlab.cluster.UsageException;
import kvlab.kernel.ResultPage;
import org.knowm.xchart.XYChart;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        separator = " ",
        name = "chart",
        header = "Draw runs: latency, time lines, and what a profile says.",
        footerHeading = "%nExample:%n",
        footer = {
            "  ./lab chart last --slo 10ms",
            "",
            "With two runs of the same load, also what changed; of a comparison with its",
            "intervals, and in the colours of its verdicts. With three rates of one stage,",
            "or of a knee, latency over rate; with several numbers of nodes, how it scales.",
            "Each is a PNG and an SVG. A page has them all, below the answer."
        })
final class ChartCommand extends LabCommand {

    /** File systems take 255 bytes. */
    private static final int LONGEST_NAME = 200;

    private static final String PAGE = "index.html";

    @Parameters(
            paramLabel = "RUN",
            arity = "1..*",
            description = "Or a comparison or a knee: by the beginning of its name; or last.")
    private List<String> named;

    @Option(names = "--slo", paramLabel = "TIME", description = "A latency that was promised, as 50ms: a line.")
    private String slo;

    @Option(names = "--out", paramLabel = "DIR", description = "Where to draw (default: in profiles/charts).")
    private Path folder;

    @Override
    public Integer call() throws Exception {
        Double sloMillis = slo == null ? null : Double.valueOf(Times.slo(slo));
        List<RunFolder> folders = new ArrayList<>();
        List<RunFolder> runs = new ArrayList<>();
        Comparison comparison = null;
        for (String name : named) {
            RunFolder folder = RunFolder.find(home(), name);
            boolean isAlone = named.size() == 1 && folder.kind() == RunFolder.Kind.COMPARISON;
            comparison = isAlone ? folder.comparison() : null;
            folders.add(folder);
            runs.addAll(runs(folder));
        }
        Map<String, XYChart> charts = RunCharts.of(runs, comparison, sloMillis);
        if (charts.isEmpty()) {
            throw UsageException.of("there is nothing to draw: no figures are in " + ids(runs, ", "));
        }
        String usual = folderName(runs.stream().map(RunFolder::fileName).toList());
        Path where = folder == null ? home().resolve("profiles/charts").resolve(usual) : folder;
        for (Map.Entry<String, XYChart> chart : charts.entrySet()) {
            ChartFiles.write(chart.getValue(), where, chart.getKey());
        }
        err().println("lab: drew " + charts.size() + (charts.size() == 1 ? " chart" : " charts, each")
                + " as PNG and SVG, in the folder of this page for a browser:");
        Path page = where.resolve(PAGE);
        Files.writeString(page, ResultPage.of(home(), folders, charts));
        out().println(page);
        return Lab.DONE;
    }

    private List<RunFolder> runs(RunFolder folder) throws IOException, UsageException {
        return folder.kind() == RunFolder.Kind.COMPARISON ? folder.lastOfEachSide(home()) : List.of(folder);
    }

    /** After all of them, unless that is too long for a file system. */
    static String folderName(List<String> names) {
        String all = String.join("--", names);
        return all.length() <= LONGEST_NAME ? all : names.get(0) + "--and-" + (names.size() - 1) + "-more";
    }

    private static String ids(List<RunFolder> runs, String between) {
        return runs.stream().map(RunFolder::id).collect(Collectors.joining(between));
    }
}
