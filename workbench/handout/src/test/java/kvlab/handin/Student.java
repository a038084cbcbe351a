package kvlab.handin;

import com.google.gson.Gson;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import kvlab.bench.kept.Probe;
import kvlab.bench.kept.Run;
import kvlab.bench.load.LoadWindow;
import kvlab.bench.wrk2.Latency;
import kvlab.bench.wrk2.WrkReport;
import kvlab.cluster.Folders;
import kvlab.cluster.Markup;
import kvlab.cluster.Stages;
import kvlab.handout.Project;
import org.HdrHistogram.Histogram;

/** Somebody with a kit, a project, a grade, runs and a report. The runs are copies of one that was really measured. */
final class Student {

    static final String STAGE = "3-replication";
    static final String RUN = "20261120-101010-my-stage3-put";
    static final String P50 = "[0.80 ms](run:" + RUN + "#/figures/latency/percentiles/50.0)";

    private static final Path REAL = Path.of(System.getProperty("kvlab.home"));

    /** A kit's folder with a comparison that came with it: not those of this kit, which may be recorded anew. */
    private static final Path ONCE = REAL.resolve("workbench/bench/src/test/resources/kvlab/bench/profiled");

    static final Path RECORDED = ONCE.resolve("profiles/reference/3-replication/put-5000");

    private final Path directory;
    private final Path project;

    /** Whose hand-in nobody would send back. */
    Student(Path directory) throws IOException {
        this.directory = directory;
        this.project = Files.createDirectories(directory.resolve("my-stage3"));
        Files.writeString(project.resolve(Project.FILE), "stage=" + STAGE + "\nkit=0.1\n");
        code("class StageNode {}\n");
        kit(directory.resolve("kit"));
        grade(project());
        run(RUN, options -> {
            options.addProperty("program", "my-stage3");
            options.addProperty("fingerprint", fingerprint());
        });
        report("It takes twice as long.", "A PUT takes " + P50 + ".");
    }

    /** With what came with it, and no runs. */
    static Path kit(Path kit) throws IOException {
        Files.createDirectories(kit.resolve("profiles/runs"));
        try (Stream<Path> files = Files.walk(RECORDED)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = kit.resolve(ONCE.relativize(file));
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
            }
        }
        for (String stage : new Stages(REAL).names()) {
            Files.createDirectories(kit.resolve("stages").resolve(stage));
        }
        return kit;
    }

    Path kit() {
        return directory.resolve("kit");
    }

    Path folder() {
        return project;
    }

    Project project() {
        try {
            return Project.at(project);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    Path notebook() {
        return kit().resolve("profiles/runs/20261120-101112-notebook-" + STAGE).resolve(STAGE + ".ipynb");
    }

    Student code(String text) throws IOException {
        Path file = project.resolve("src/main/java/kvlab/replication/StageNode.java");
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        return this;
    }

    String fingerprint() {
        try {
            return project().fingerprint();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Student grade(Project graded) throws IOException {
        return grade(graded, Map.of());
    }

    /** @param failed the points that were got, by rule, of 10 each */
    Student grade(Project graded, Map<String, Integer> failed) throws IOException {
        List<String> checks = new ArrayList<>();
        int score = 0;
        for (String rule : List.of("S1", "E1", "E2", "H1", "R1", "R2", "R3", "R9", "R10", "R12")) {
            int points = failed.getOrDefault(rule, 10);
            score += points;
            String verdict = points == 10
                    ? "\"outcome\":\"pass\",\"message\":\"\""
                    : "\"outcome\":\"fail\",\"message\":\"expected: 200\\nobserved: 404\"";
            checks.add(
                    "{\"id\":\"checkOf%1$s\",\"rule\":\"%1$s\",\"name\":\"What %1$s says\",\"points\":%2$d,\"max\":10,%3$s,\"seconds\":0.1}"
                            .formatted(rule, points, verdict));
        }
        String grade = "{\"stage\":\"%s\",\"score\":%d,\"max\":100,\"seed\":1,\"checks\":[%s]}"
                .formatted(graded.stage(), score, String.join(",", checks));
        Path target = Files.createDirectories(project.resolve("target"));
        Files.writeString(target.resolve(Scores.FILE), grade);
        Files.writeString(target.resolve(Scores.FINGERPRINT), graded.fingerprint() + "\n");
        return this;
    }

    Student run(String id, Consumer<JsonObject> options) throws IOException {
        return recorded("b1", id, run -> options.accept(run.getAsJsonObject("options")));
    }

    /** @param which of those that came with the kit */
    Student recorded(String which, String id, Consumer<JsonObject> change) throws IOException {
        recorded(kit().resolve("profiles/runs"), which, id, change);
        return this;
    }

    /** @param runs the folder of somebody's runs */
    static void recorded(Path runs, String which, String id, Consumer<JsonObject> change) throws IOException {
        Path there = Files.createDirectories(runs.resolve(id));
        try (Stream<Path> files = Files.list(RECORDED.resolve(which))) {
            for (Path file : files.toList()) {
                Files.copy(file, there.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
            }
        }
        JsonObject run = json(there.resolve("run.json"));
        run.addProperty("id", id);
        change.accept(run);
        Files.writeString(there.resolve("run.json"), new Gson().toJson(run));
    }

    /** A knee under the conditions of a run that came with the kit. */
    static void knee(Path runs, String id, Integer rate, Consumer<JsonObject> change) throws IOException {
        JsonObject search = new JsonObject();
        search.addProperty("sloMillis", 50.0);
        Probe probe =
                new Probe(rate == null ? 10 : rate, 20, 20L * (rate == null ? 0 : rate), 1, 0, 0, 0.8, 0.8, true, null);
        search.add("probes", Run.GSON.toJsonTree(rate == null ? List.of() : List.of(probe)));
        search.addProperty("rate", rate);
        recorded(runs, "b1", id, run -> {
            run.add("search", search);
            if (rate == null) {
                run.addProperty("problem", "no rate was held");
                run.remove("figures");
            } else {
                confirmed(run, confirmation(rate));
            }
            change.accept(run);
        });
        if (rate != null) {
            LoadWindow window = confirmation(rate);
            String printed = "{\"answered\":%d,\"due\":%d,\"late\":0,\"histogram\":\"%s\"}\n"
                    .formatted(window.requests(), window.requests(), window.histogram());
            Files.writeString(runs.resolve(id).resolve("wrk2.txt"), printed);
        }
    }

    private static LoadWindow confirmation(int rate) {
        Histogram latencies = new Histogram(3);
        latencies.recordValueWithCount(800, 20L * rate);
        WrkReport report = new WrkReport(20L * rate, rate, 0, 0);
        return LoadWindow.of("2026-11-20T00:00:00Z", 20, 20.0 * rate, report, 0L, LoadWindow.encoded(latencies), null);
    }

    private static void confirmed(JsonObject run, LoadWindow window) {
        run.add("windows", Run.GSON.toJsonTree(List.of(window)));
        run.getAsJsonObject("options").addProperty("rate", window.requests() / window.seconds());
        JsonObject figures = run.getAsJsonObject("figures");
        figures.addProperty("requests", window.requests());
        figures.addProperty("requestsPerSecond", window.requests() / window.seconds());
        figures.add("latency", Run.GSON.toJsonTree(Latency.of(window.latencies())));
    }

    private static JsonObject json(Path file) throws IOException {
        return JsonParser.parseString(Files.readString(file)).getAsJsonObject();
    }

    /** The notebook of the lab, run, with these answers below its questions. */
    Student report(String prediction, String conclusion) throws IOException {
        JsonObject notebook = json(REAL.resolve("notebooks/" + STAGE + ".ipynb"));
        for (JsonElement each : notebook.getAsJsonArray("cells")) {
            JsonObject cell = each.getAsJsonObject();
            String tags = String.valueOf(cell.getAsJsonObject("metadata").get("tags"));
            if (tags.contains("prediction") && !prediction.isEmpty()) {
                cell.getAsJsonArray("source").add("\n\n" + prediction);
            }
            if (tags.contains("conclusion") && !conclusion.isEmpty()) {
                cell.getAsJsonArray("source").add("\n\n" + conclusion);
            }
            if (cell.has("outputs")) {
                cell.getAsJsonArray("outputs").add(new JsonObject());
            }
        }
        Files.createDirectories(notebook().getParent());
        Files.writeString(notebook(), notebook.toString());
        page(prediction, conclusion);
        return this;
    }

    /** The page of the notebook, which shows these words. */
    Student page(String... words) throws IOException {
        StringBuilder page = new StringBuilder("<h1>Lab 3</h1>\n");
        for (String each : words) {
            page.append("<p>").append(Markup.escaped(each)).append("</p>\n");
        }
        Files.writeString(notebook().resolveSibling(STAGE + ".html"), page);
        return this;
    }

    Submission submission(String name) throws Exception {
        return Submission.of(kit(), project(), name, null);
    }

    List<String> findings() throws Exception {
        return submission("Anna Schmidt").findings().stream()
                .map(finding -> finding.id())
                .toList();
    }

    Path submit(String name, Path zip) throws Exception {
        return submit(name, zip, Instant.parse("2026-11-21T10:00:00Z"));
    }

    Path submit(String name, Path zip, Instant when) throws Exception {
        Path scratch = Files.createDirectories(directory.resolve("scratch"));
        submission(name).write(zip, scratch, new JsonObject(), when);
        Folders.remove(scratch);
        return zip;
    }
}
