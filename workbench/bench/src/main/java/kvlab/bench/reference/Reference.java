package kvlab.bench.reference;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import kvlab.bench.estimate.Judge;
import kvlab.bench.estimate.NoiseRecord;
import kvlab.bench.kept.Comparison;
import kvlab.bench.kept.Outcome;
import kvlab.bench.kept.Run;
import kvlab.bench.kept.RunFolder;
import kvlab.bench.kept.Side;
import kvlab.bench.load.LoadWindow;
import kvlab.bench.page.FolderText;
import kvlab.bench.page.ProfileDelta;
import kvlab.cluster.Folders;
import kvlab.cluster.UsageException;

/**
 * Runs that come with the kit: profiles/reference. What is measured here is too large for that, and tells of folders that
 * only this machine has. So it is copied in a smaller form: what a person reads and what a chart needs, flame graphs only as
 * the stacks that they are drawn from.
 */
public final class Reference {

    static final long MOST_BYTES_OF_A_FILE = 1 << 20;
    static final long MOST_BYTES = 16 << 20;

    private static final String TIME_LINE = "wrk2.json";
    private static final String MOVED = "moved.txt";

    /** What of a second the charts draw. */
    private static final Set<String> DRAWN = Set.of("second", "answered", "p99");

    private static final String PRINTED = "wrk2.txt";

    /** Each window has this second histogram, and the kit does not use it. */
    private static final String UNCORRECTED = "uncorrected_latency";

    /** A line for each figure would be most of the file. */
    private static final Gson SMALL =
            new GsonBuilder().serializeNulls().disableHtmlEscaping().create();

    private final Path home;

    public Reference(Path home) {
        this.home = home;
    }

    /** What is recorded under this id, if anything is. */
    Optional<RunFolder> find(String id) throws IOException {
        return RunFolder.reference(home).stream()
                .filter(each -> each.id().equals(id))
                .findFirst();
    }

    /** Judges a recorded comparison from its windows, without a record of noise. */
    List<Outcome> outcomes(RunFolder folder) throws IOException {
        Comparison comparison = folder.comparison();
        List<Side> sides = new ArrayList<>();
        for (Comparison.Measured side : comparison.sides()) {
            List<Run> runs = new ArrayList<>();
            for (String id : side.runs()) {
                runs.add(find(id).orElseThrow(() -> new IOException(gone(folder, id)))
                        .read());
            }
            if (runs.stream().anyMatch(run -> run.windows() == null)) {
                return comparison.outcomes();
            }
            sides.add(new Side(side.label(), side.name(), runs));
        }
        return Judge.judge(sides, NoiseRecord.empty(), comparison.same());
    }

    /** As this kit judges them: what is recorded may be of an older one. A damaged comparison stays as it is. */
    void judgeAnew() throws IOException {
        for (RunFolder folder : RunFolder.reference(home)) {
            if (folder.kind() == RunFolder.Kind.COMPARISON) {
                judgeAnew(folder);
            }
        }
    }

    private void judgeAnew(RunFolder folder) throws IOException {
        List<Outcome> outcomes;
        try {
            outcomes = outcomes(folder);
        } catch (IOException e) {
            // The list of faults tells it.
            return;
        }
        JsonObject comparison = parse(folder.path().resolve(RunFolder.Kind.COMPARISON.file()));
        comparison.add("outcomes", Run.GSON.toJsonTree(outcomes));
        folder.write(RunFolder.Kind.COMPARISON, SMALL.toJson(comparison) + "\n");
    }

    /** Whether the lab's notebook, executed, is there. */
    boolean hasReport(ReferenceLab lab) {
        return Files.isRegularFile(
                home.resolve(RunFolder.REFERENCE).resolve(lab.id()).resolve(ReferencePage.REPORT));
    }

    /** Writes the page of all recorded answers, and the table of speed on each stage's page. */
    void writePage(List<ReferenceLab> labs) throws IOException {
        Path page = Files.createDirectories(home.resolve(RunFolder.REFERENCE)).resolve(ReferencePage.FILE);
        Files.writeString(page, ReferencePage.text(this, labs));
        for (ReferenceLab lab : labs) {
            Optional<SpeedTable> table = SpeedTable.of(home, lab);
            if (table.isPresent()) {
                table.get().write();
            }
        }
    }

    /**
     * Takes what has just been measured here into the reference, whole or not at all, in place of what was recorded under
     * the same id before.
     *
     * @param scratch a folder on the same disk
     */
    RunFolder keep(RunFolder measured, String id, Path scratch) throws IOException {
        Path half = Files.createDirectories(scratch.resolve("half"));
        Folders.remove(half);
        Files.createDirectories(half);
        List<RunFolder> done = new ArrayList<>(List.of(measured));
        if (measured.kind() == RunFolder.Kind.RUN) {
            run(measured, half, id);
        } else {
            done.addAll(comparison(measured, half, id));
        }
        Path place = home.resolve(RunFolder.REFERENCE).resolve(id);
        Files.createDirectories(place.getParent());
        Folders.remove(place);
        Files.move(half, place);
        for (RunFolder each : done) {
            Folders.remove(each.path());
        }
        RunFolder kept = new RunFolder(place, id);
        if (kept.kind() == RunFolder.Kind.COMPARISON) {
            judgeAnew(kept);
        }
        return kept;
    }

    /** What was measured here in that smaller form and under its own name, and also its flame graphs. */
    public static void copy(RunFolder measured, Path to) throws IOException {
        Files.createDirectories(to);
        switch (measured.kind()) {
            case RUN -> {
                copy(measured.path(), to, "flame-[\\w-]+\\.html");
                run(measured, to, measured.id());
            }
            case COMPARISON ->
                new RunFolder(to, measured.id())
                        .write(RunFolder.Kind.COMPARISON, SMALL.toJson(withoutPlaces(measured, measured.id())) + "\n");
        }
    }

    private List<RunFolder> comparison(RunFolder measured, Path to, String id) throws IOException {
        List<RunFolder> runs = new ArrayList<>();
        JsonObject comparison = withoutPlaces(measured, id);
        for (JsonElement each : comparison.getAsJsonArray("sides")) {
            JsonObject side = each.getAsJsonObject();
            String label = side.get("label").getAsString().toLowerCase(Locale.ROOT);
            JsonArray names = new JsonArray();
            for (JsonElement run : side.getAsJsonArray("runs")) {
                String name = label + (names.size() + 1);
                RunFolder original = own(run.getAsString());
                run(original, Files.createDirectory(to.resolve(name)), id + "/" + name);
                runs.add(original);
                names.add(id + "/" + name);
            }
            side.add("runs", names);
        }
        moved(comparison, to, id);
        new RunFolder(to, id).write(RunFolder.Kind.COMPARISON, SMALL.toJson(comparison) + "\n");
        return runs;
    }

    private RunFolder own(String id) throws IOException {
        return RunFolder.list(home).stream()
                .filter(each -> each.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new IOException("run " + id + " is gone from " + home.resolve("profiles/runs")));
    }

    private static void run(RunFolder original, Path to, String id) throws IOException {
        copy(original.path(), to, "stacks-\\w+\\.txt\\.gz");
        printed(original, to);
        timeLine(original.path().resolve(TIME_LINE), to.resolve(TIME_LINE));
        RunFolder copy = new RunFolder(to, id);
        JsonObject run = withoutPlaces(original, id);
        run.add("files", Run.GSON.toJsonTree(copy.hashes()));
        copy.write(RunFolder.Kind.RUN, SMALL.toJson(run) + "\n");
    }

    /** Copies the output of wrk2. Of a load in windows, only the measured ones are copied. */
    private static void printed(RunFolder original, Path to) throws IOException {
        Path from = original.path().resolve(PRINTED);
        List<LoadWindow> windows = original.read().windows();
        if (!Files.isRegularFile(from)) {
            return;
        }
        String text = Files.readString(from);
        boolean closedLoop = original.read().options().load().isClosedLoop();
        String measured = windows == null ? "" : measured(text, windows, closedLoop);
        Files.writeString(to.resolve(PRINTED), measured.isEmpty() ? text : measured);
    }

    /** Empty when a real wrk2 printed it, which writes no JSON. */
    private static String measured(String text, List<LoadWindow> windows, boolean closedLoop) {
        StringBuilder measured = new StringBuilder();
        for (String line : text.split("\n")) {
            if (!line.startsWith("{")) {
                measured.append(line).append('\n');
            } else if (windows.stream().anyMatch(window -> window.isIn(line))) {
                JsonObject window = JsonParser.parseString(line).getAsJsonObject();
                window.remove(UNCORRECTED);
                if (closedLoop) {
                    window.getAsJsonObject("latency").remove("histogram");
                }
                measured.append(SMALL.toJson(window)).append('\n');
            }
        }
        return measured.toString();
    }

    private static void copy(Path from, Path to, String names) throws IOException {
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : files.toList()) {
                String name = file.getFileName().toString();
                if (name.matches(names)) {
                    Files.copy(file, to.resolve(name));
                }
            }
        }
    }

    /** Only of the kit's own wrk2. */
    private static void timeLine(Path from, Path to) throws IOException {
        if (!Files.isRegularFile(from)) {
            return;
        }
        JsonArray seconds = new JsonArray();
        for (JsonElement each : parse(from).getAsJsonArray("timeline")) {
            JsonObject second = each.getAsJsonObject();
            second.keySet().retainAll(DRAWN);
            seconds.add(second);
        }
        JsonObject whole = new JsonObject();
        whole.add("timeline", seconds);
        Files.writeString(to, SMALL.toJson(whole) + "\n");
    }

    /** Told anew, since it names the runs. */
    private void moved(JsonObject comparison, Path to, String id) throws IOException {
        for (JsonElement each : comparison.getAsJsonArray("profiles")) {
            JsonObject profile = each.getAsJsonObject();
            if (profile.get("problem").isJsonNull()) {
                RunFolder a = last(comparison, to, id, "A");
                RunFolder b = last(comparison, to, id, profile.get("variant").getAsString());
                Path folder = to.resolve(profile.get("folder").getAsString());
                try {
                    Files.writeString(
                            Files.createDirectory(folder).resolve(MOVED),
                            ProfileDelta.of(a, b).text());
                } catch (UsageException e) {
                    throw new IOException(e.getMessage(), e);
                }
            }
        }
    }

    private static RunFolder last(JsonObject comparison, Path to, String id, String label) {
        int runs = 0;
        for (JsonElement side : comparison.getAsJsonArray("sides")) {
            if (side.getAsJsonObject().get("label").getAsString().equals(label)) {
                runs = side.getAsJsonObject().getAsJsonArray("runs").size();
            }
        }
        String name = label.toLowerCase(Locale.ROOT) + runs;
        return new RunFolder(to.resolve(name), id + "/" + name);
    }

    /** What was written, under its new name, and without what is true of one machine's disk alone. */
    private static JsonObject withoutPlaces(RunFolder folder, String id) throws IOException {
        JsonObject json = JsonParser.parseString(folder.json()).getAsJsonObject();
        json.addProperty("id", id);
        json.add("machine", withoutPlaces(json.get("machine")));
        return json;
    }

    /** A machine table that tells of nobody's folders. */
    public static JsonElement withoutPlaces(JsonElement element) {
        if (element.isJsonObject()) {
            JsonObject kept = new JsonObject();
            element.getAsJsonObject().asMap().forEach((name, each) -> {
                if (!isPlace(each)) {
                    kept.add(name, withoutPlaces(each));
                }
            });
            return kept;
        }
        if (element.isJsonArray()) {
            JsonArray kept = new JsonArray();
            element.getAsJsonArray().asList().stream()
                    .filter(each -> !isPlace(each))
                    .forEach(each -> kept.add(withoutPlaces(each)));
            return kept;
        }
        return element;
    }

    private static boolean isPlace(JsonElement element) {
        return element instanceof JsonPrimitive text && text.getAsString().startsWith("/");
    }

    private static JsonObject parse(Path file) throws IOException {
        try {
            return JsonParser.parseString(Files.readString(file)).getAsJsonObject();
        } catch (JsonParseException | IllegalStateException e) {
            throw new IOException(file + " is damaged: " + e.getMessage(), e);
        }
    }

    /** Whatever does not belong there, or is not what it was when it was recorded: a sentence for each. */
    public List<String> faults() throws IOException {
        List<String> faults = new ArrayList<>();
        Path reference = home.resolve(RunFolder.REFERENCE);
        if (!Files.isDirectory(reference)) {
            return faults;
        }
        sizes(reference, faults);
        for (RunFolder folder : RunFolder.reference(home)) {
            try {
                check(folder, faults);
            } catch (IOException e) {
                faults.add(e.getMessage());
            }
        }
        return faults;
    }

    private static void sizes(Path reference, List<String> faults) throws IOException {
        long all = 0;
        try (Stream<Path> files = Files.walk(reference)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                long size = Files.size(file);
                all += size;
                if (size > MOST_BYTES_OF_A_FILE) {
                    faults.add(file + " has " + size + " bytes: expected " + MOST_BYTES_OF_A_FILE + " at most");
                }
            }
        }
        if (all > MOST_BYTES) {
            faults.add(reference + " has " + all + " bytes: expected " + MOST_BYTES + " at most");
        }
    }

    private void check(RunFolder folder, List<String> faults) throws IOException {
        FolderText.of(folder);
        switch (folder.kind()) {
            case RUN -> checkRun(folder, faults);
            case COMPARISON -> checkComparison(folder, faults);
        }
    }

    private static void checkRun(RunFolder folder, List<String> faults) throws IOException {
        Run run = folder.read();
        checkId(folder, run.id(), faults);
        Map<String, String> now = folder.hashes();
        now.remove(RunFolder.Kind.RUN.file());
        Set<String> names = new TreeSet<>(now.keySet());
        names.addAll(run.files().keySet());
        names.removeIf(name -> Objects.equals(now.get(name), run.files().get(name)));
        for (String name : names) {
            faults.add(folder.path().resolve(name) + " is not what was recorded: its SHA-256 in run.json is another");
        }
    }

    private void checkComparison(RunFolder folder, List<String> faults) throws IOException {
        Comparison comparison = folder.comparison();
        checkId(folder, comparison.id(), faults);
        for (Comparison.Measured side : comparison.sides()) {
            for (String run : side.runs()) {
                if (find(run).isEmpty()) {
                    faults.add(gone(folder, run));
                }
            }
        }
    }

    private static String gone(RunFolder folder, String run) {
        return folder.path() + " names the run " + run + ", which is not there";
    }

    private static void checkId(RunFolder folder, String id, List<String> faults) {
        if (!folder.id().equals(id)) {
            faults.add(folder.path() + " says that its id is " + id + ": expected " + folder.id());
        }
    }
}
