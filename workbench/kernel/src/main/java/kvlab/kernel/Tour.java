package kvlab.kernel;

import static kvlab.cluster.Markup.escaped;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import kvlab.bench.kept.RunFolder;
import kvlab.bench.text.Sheet;
import kvlab.cluster.ClusterSpec;
import kvlab.cluster.NodeFailure;
import kvlab.cluster.StageProgram;
import kvlab.cluster.Stages;
import kvlab.cluster.UsageException;

/**
 * The kit in five minutes, for somebody who has just cloned it: a cluster that loses nodes, a grade, a comparison, and a page
 * with all of it. Each step is a command that does it alone, and is named, so that who has seen the tour can use the kit.
 */
public final class Tour {

    private static final String STAGE = "3-replication";
    private static final String OTHER = "4-async-client";
    private static final int NODES = 3;
    private static final int USUAL_PORT = 8080;

    /** What the slower of the two holds on a small machine. */
    private static final int RATE = 1000;

    private static final String RUN = "./lab run " + STAGE;

    private final Path home;
    private final String scale;
    private final String only;
    private final Integer port;
    private final Consumer<String> out;
    private final Consumer<String> progress;

    /**
     * One of them.
     *
     * @param seconds that it takes on two processors at quick scale, about
     */
    private record Step(int number, String title, String command, int seconds) {}

    private final List<Step> steps;

    /**
     * @param scale of the comparison; null for one life of a quick one, which decides p50 and CPU time
     * @param only rules and checks to grade, as ./lab grade takes them; null for all
     * @param port the first node's; null for the usual one
     * @param out hears what there is to see
     * @param progress hears where the tour is
     */
    public Tour(Path home, String scale, String only, Integer port, Consumer<String> out, Consumer<String> progress) {
        this.home = home;
        this.scale = scale;
        this.only = only;
        this.port = port;
        this.out = out;
        this.progress = progress;
        this.steps = List.of(
                new Step(1, "A cluster loses a node", RUN, 15),
                new Step(2, "Every rule of the protocol, checked", "./lab " + Words.line(grade()), 80),
                new Step(3, "Which of two is better, and why?", "./lab " + Words.line(compare()), 170));
    }

    /** What came of it: a page, and the exit code of the grade. */
    public record Seen(Path page, int gradeExitCode) {}

    /** @param scratch a folder for what is needed only meanwhile */
    public Seen run(Path scratch) throws UsageException, NodeFailure, IOException, InterruptedException {
        Page page = new Page("kvlab: the tour");
        page.add(
                "<p>What <code>./lab tour</code> has shown on this machine. Each part is a command, and stands below its"
                        + " heading.</p>\n");
        begin(page, 0);
        page.add("<pre>" + escaped(String.join("\n", loseNodes(scratch))) + "</pre>\n");
        Path folder = RunFolder.create(home, Instant.now(), "tour").path();
        begin(page, 1);
        Graded graded = new Graded(call(grade(), folder.resolve("grade.json"), folder.resolve("grade.html")));
        page.add(graded.html());
        begin(page, 2);
        Compared compared =
                (Compared) Result.of(home, compare(), call(compare(), folder.resolve("comparison.json"), null));
        ResultPage.add(page, compared);
        page.add(next(compared.id()));
        Path file = folder.resolve("tour.html");
        Files.writeString(file, page.text(home));
        return new Seen(file, graded.exitCode());
    }

    private void begin(Page page, int index) {
        Step step = steps.get(index);
        int left = steps.subList(index, steps.size()).stream()
                .mapToInt(Step::seconds)
                .sum();
        progress.accept("");
        progress.accept(String.format(
                "step %d of %d, about %s left: %s", step.number, steps.size(), Sheet.time(left), step.title));
        progress.accept("  " + step.command);
        progress.accept("");
        page.add("<h2>" + step.number + ". " + escaped(step.title) + "</h2>\n<p><code>" + escaped(step.command)
                + "</code></p>\n");
    }

    /** At this terminal, where it tells its progress itself. */
    private LabCall.Answer call(List<String> words, Path json, Path html) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(home.resolve("lab").toString()));
        command.addAll(words);
        command.addAll(List.of("--json", json.toString()));
        if (html != null) {
            command.addAll(List.of("--html", html.toString()));
        }
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(home.toFile()).inheritIO();
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        int exitCode = Child.await(builder.start());
        if (!LabCall.isAnswer(exitCode, words, json)) {
            throw new IOException(
                    "./lab " + Words.line(words) + " ended with exit code " + exitCode + "; what it said stands above");
        }
        return new LabCall.Answer(exitCode, "", Files.readString(json), html == null ? null : Files.readString(html));
    }

    private List<String> loseNodes(Path scratch) throws UsageException, NodeFailure, IOException, InterruptedException {
        StageProgram stage = new Stages(home).find(STAGE);
        ClusterSpec cluster = new ClusterSpec(
                stage,
                NODES,
                port == null ? USUAL_PORT : port,
                scratch.resolve("data"),
                List.of(),
                ClusterSpec.DEFAULT_HEAP);
        return new LosingNodes(line -> out.accept("  " + line)).show(cluster, scratch.resolve("nodes"));
    }

    private List<String> grade() {
        return only == null ? List.of("grade", STAGE) : List.of("grade", STAGE, "--only", only);
    }

    private List<String> compare() {
        List<String> words = new ArrayList<>(List.of("compare", STAGE, OTHER, "--op", "put"));
        words.addAll(List.of("--rate", Integer.toString(RATE)));
        words.addAll(scale == null ? List.of("--scale", "quick", "--lives", "1") : List.of("--scale", scale));
        words.addAll(List.of("--profile", "cpu,alloc,lock"));
        if (port != null) {
            words.addAll(List.of("--port", port.toString()));
        }
        return words;
    }

    private static String next(String comparison) {
        List<List<String>> rows = List.of(
                List.of(RUN, "the same cluster, for your own curl"),
                List.of("./lab diff " + STAGE, "what the stage adds to the one before, file by file"),
                List.of("./lab grade " + STAGE + " --html grade.html", "the scorecard, as a page of its own"),
                List.of("./lab show " + comparison, "the comparison once more"),
                List.of("./lab knee " + OTHER, "the highest rate that it holds"),
                List.of("./lab notebook", "the labs: predict, measure, conclude"),
                List.of("./lab", "all commands, with an example each"));
        return "<h2>What next?</h2>\n" + new Table("", 2, List.of("", ""), rows).html();
    }
}
