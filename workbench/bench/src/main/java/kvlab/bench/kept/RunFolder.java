package kvlab.bench.kept;

import com.google.gson.JsonParseException;
import java.io.File;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import kvlab.bench.load.Load;
import kvlab.bench.load.LoadWindow;
import kvlab.bench.load.Scale;
import kvlab.bench.load.WindowedLoad;
import kvlab.bench.profile.Profile;
import kvlab.bench.text.TextFile;
import kvlab.bench.wrk2.Latency;
import kvlab.bench.wrk2.WrkColumns;
import kvlab.bench.wrk2.WrkOutput;
import kvlab.bench.wrk2.WrkReport;
import kvlab.cluster.Sha256;
import kvlab.cluster.UsageException;

/**
 * Where a run or a comparison is kept, for as long as its folder is there: profiles/runs/ID for those made here,
 * profiles/reference/ID for those that came with the kit.
 */
public final class RunFolder {

    public static final Path REFERENCE = Path.of("profiles", "reference");

    private static final Path RUNS = Path.of("profiles", "runs");

    /** LAB/NAME/a1: deeper lies nothing that is kept. */
    private static final int REFERENCE_DEPTH = 3;

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);

    /** What is kept in one, and the name of the file that says so. */
    public enum Kind {
        RUN("run.json", Run.SCHEMA),
        COMPARISON("compare.json", Comparison.SCHEMA);

        private final String file;
        private final String schema;

        Kind(String file, String schema) {
            this.file = file;
            this.schema = schema;
        }

        public String file() {
            return file;
        }

        private boolean isIn(Path folder) {
            return Files.isRegularFile(folder.resolve(file));
        }
    }

    /** Where a run is found by its name, or the beginning of it. */
    public interface Finder {
        RunFolder find(String named) throws IOException, UsageException;
    }

    private final Path path;
    private final String id;

    private RunFolder(Path path) {
        this(path, name(path));
    }

    /** @param id which a run that is copied has not yet got by its place */
    public RunFolder(Path path, String id) {
        this.path = path;
        this.id = id;
    }

    /** A new one, named after the time and what is measured. */
    public static RunFolder create(Path home, Instant now, String what) throws IOException {
        Path runs = Files.createDirectories(home.resolve(RUNS));
        String first = TIME.format(now) + "-" + what.replaceAll("[^\\w.-]+", "-");
        String id = first;
        for (int i = 2; ; i++) {
            try {
                return new RunFolder(Files.createDirectory(runs.resolve(id)));
            } catch (FileAlreadyExistsException e) {
                id = first + "-" + i;
            }
        }
    }

    /** The newest first. */
    public static List<RunFolder> list(Path home) throws IOException {
        return in(home.resolve(RUNS));
    }

    /** The newest first. */
    public static List<RunFolder> in(Path runs) throws IOException {
        return folders(runs).stream().map(RunFolder::new).toList();
    }

    /** Those that came with the kit, each comparison before its runs. */
    public static List<RunFolder> reference(Path home) throws IOException {
        Path reference = home.resolve(REFERENCE);
        if (!Files.isDirectory(reference)) {
            return List.of();
        }
        try (Stream<Path> all = Files.walk(reference, REFERENCE_DEPTH)) {
            return all.filter(RunFolder::isOne)
                    .map(each -> new RunFolder(each, referenceId(reference, each)))
                    .sorted(Comparator.comparing(RunFolder::id))
                    .toList();
        }
    }

    private static String referenceId(Path reference, Path folder) {
        return reference.relativize(folder).toString().replace(File.separatorChar, '/');
    }

    /**
     * One made here, or else one that came with the kit.
     *
     * @param named the beginning of an id that begins no other, or last
     */
    public static RunFolder find(Path home, String named) throws IOException, UsageException {
        return find(list(home), reference(home), named);
    }

    /**
     * Those that somebody handed in, and those that came with the kit. The folders are looked into once, however often one is
     * asked for.
     *
     * @param runs the folder of those that were handed in
     */
    public static RunFolder.Finder among(Path runs, Path kit) throws IOException {
        List<RunFolder> own = in(runs);
        List<RunFolder> reference = reference(kit);
        return named -> find(own, reference, named);
    }

    private static RunFolder find(List<RunFolder> own, List<RunFolder> reference, String named) throws UsageException {
        if (named.equals("last") && !own.isEmpty()) {
            return own.get(0);
        }
        List<RunFolder> found = beginning(own, named);
        if (found.isEmpty()) {
            if (own.isEmpty() && (reference.isEmpty() || named.equals("last"))) {
                throw UsageException.of("there is no run yet; ./lab bench makes one");
            }
            found = beginning(reference, named);
        }
        List<RunFolder> exact =
                found.stream().filter(each -> each.id.equals(named)).toList();
        if (exact.isEmpty() && found.size() != 1) {
            throw UsageException.of(
                    named + (found.isEmpty() ? ": there is no such run" : ": more than one run begins so")
                            + "; ./lab runs lists them");
        }
        return exact.isEmpty() ? found.get(0) : exact.get(0);
    }

    private static List<RunFolder> beginning(List<RunFolder> folders, String start) {
        return folders.stream().filter(each -> each.id.startsWith(start)).toList();
    }

    private static boolean isOne(Path folder) {
        return Stream.of(Kind.values()).anyMatch(kind -> kind.isIn(folder));
    }

    private static List<Path> folders(Path runs) throws IOException {
        if (!Files.isDirectory(runs)) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(runs)) {
            return all.filter(RunFolder::isOne)
                    .sorted(Comparator.comparing(RunFolder::name).reversed())
                    .toList();
        }
    }

    private static String name(Path folder) {
        return folder.getFileName().toString();
    }

    /** The last run of each side of a comparison, which has a profile if any has; a side without a run is left out. */
    public List<RunFolder> lastOfEachSide(Path home) throws IOException, UsageException {
        List<RunFolder> runs = new ArrayList<>();
        for (Comparison.Measured side : comparison().sides()) {
            if (!side.runs().isEmpty()) {
                runs.add(find(home, side.runs().get(side.runs().size() - 1)));
            }
        }
        return runs;
    }

    /** Why a profile that was asked for is missing: its own, or in a comparison that of a side. */
    public Optional<String> profileProblem(Path home) throws IOException, UsageException {
        List<RunFolder> runs = switch (kind()) {
            case RUN -> List.of(this);
            case COMPARISON -> lastOfEachSide(home);
        };
        for (RunFolder each : runs) {
            Profile profile = each.read().profile();
            if (profile != null && profile.failed()) {
                return Optional.of(profile.problem());
            }
        }
        return Optional.empty();
    }

    /** Of a run; where there is none, a sentence tells why. */
    public Profile profile() throws IOException, UsageException {
        Profile profile = read().profile();
        if (profile == null) {
            throw UsageException.of("run " + id + " has no profile; ./lab bench --profile cpu,alloc,lock makes one");
        }
        if (profile.failed()) {
            throw UsageException.of("run " + id + " has no profile, for making it failed: " + profile.problem());
        }
        if (profile.events().isEmpty()) {
            throw UsageException.of("run " + id + " has no profile: none of its nodes is a JVM that can be profiled");
        }
        return profile;
    }

    public Path path() {
        return path;
    }

    public String id() {
        return id;
    }

    /** For a file that is about it: an id of the reference has slashes. */
    public String fileName() {
        return id.replace('/', '-');
    }

    public Kind kind() {
        return Stream.of(Kind.values())
                .filter(kind -> kind.isIn(path))
                .findFirst()
                .orElseThrow();
    }

    public Run read() throws IOException {
        return read(Kind.RUN, Run.class);
    }

    public Comparison comparison() throws IOException {
        return read(Kind.COMPARISON, Comparison.class);
    }

    private <T extends Kept> T read(Kind kind, Class<T> type) throws IOException {
        Path file = path.resolve(kind.file);
        try {
            T read = Run.GSON.fromJson(Files.readString(file), type);
            if (read == null || !kind.schema.equals(read.schema())) {
                throw new IOException(
                        file + " is not of the schema " + kind.schema + ", which this kit reads; measure again");
            }
            if (read.missing() != null) {
                throw new IOException(file + " is damaged: there is no \"" + read.missing() + "\" in it");
            }
            return read;
        } catch (JsonParseException e) {
            throw new IOException(file + " is damaged: " + e.getMessage(), e);
        }
    }

    /** What wrk2 printed, to the letter, and how to read what is misread most. */
    public String wrk2() throws IOException, UsageException {
        Path file = path.resolve("wrk2.txt");
        if (!Files.isRegularFile(file)) {
            throw UsageException.of(id + " has no text of wrk2: that is kept of a run");
        }
        String text = Files.readString(file);
        String legend = text.contains(WindowedLoad.WINDOW)
                ? "Each line is a window of load. Those of the warm-up, if they were kept, come first.\n"
                        + "docs/wrk2-json.md explains the names.\n"
                : "How to read it:\n\n" + WrkColumns.LEGEND;
        return text + "\n" + legend;
    }

    /** All of it, for programs. */
    public String json() throws IOException {
        return switch (kind()) {
            case RUN -> read().json();
            case COMPARISON -> comparison().json();
        };
    }

    /** Whether its run.json is not what wrk2 printed, in two sentences. */
    public Optional<String> edited() throws IOException {
        Run run = read();
        Run.Figures figures = run.figures();
        Path printed = path.resolve("wrk2.txt");
        if (figures == null) {
            return Optional.empty();
        }
        if (!Files.isRegularFile(printed)) {
            return Optional.of("It has figures, but not what wrk2 printed. Measure again.");
        }
        String text = Files.readString(printed);
        List<LoadWindow> windows = run.windows();
        WrkOutput output = windows == null ? WrkOutput.parse(text) : null;
        Latency latency = windows == null ? output.latency() : Latency.of(LoadWindow.sum(windows));
        WrkReport report =
                windows == null ? output.report() : LoadWindow.together(windows).report();
        boolean isPrinted = windows == null || windows.stream().allMatch(window -> window.isIn(text));
        boolean isSame = isPrinted
                && (windows == null || isDue(run.options().load(), windows))
                && (run.search() == null || run.failed() || isFound(run))
                && report.requestsPerSecond() == figures.requestsPerSecond()
                && (latency == null
                        ? figures.latency() == null
                        : figures.latency() != null
                                && latency.percentiles()
                                        .equals(figures.latency().percentiles()));
        return isSame
                ? Optional.empty()
                : Optional.of("The figures of run.json are not those that wrk2 printed. Measure again.");
    }

    /** Whether the windows asked for the rate in the options. A window may ask for one request more. */
    private static boolean isDue(Load load, List<LoadWindow> windows) {
        boolean untimed = windows.stream().allMatch(window -> window.histogram().isEmpty());
        if (load.isClosedLoop() || untimed) {
            return load.isClosedLoop() && untimed;
        }
        int seconds = windows.stream().mapToInt(LoadWindow::seconds).sum();
        double due = seconds * LoadWindow.duePerSecond(windows);
        double least =
                seconds * load.lasting(windows.get(0).seconds()).schedule().duePerSecond();
        return due > 0.9 * least && due < 1.1 * seconds * load.rate() + windows.size();
    }

    /** Whether the answer of a search is what its confirmation shows. */
    private static boolean isFound(Run run) {
        Search search = run.search();
        Load load = run.options().load();
        return search.rate() == load.rate()
                && search.isConfirmed(run.figures().requests())
                && (Scale.isSmoke(load.seconds()) || run.figures().latency().millis(99) <= search.sloMillis());
    }

    /** Whole or not at all. */
    public void write(Kind kind, String json) throws IOException {
        Path half = path.resolve(kind.file + ".half");
        try {
            TextFile.write(half, json);
        } catch (IOException e) {
            Files.deleteIfExists(half);
            throw e;
        }
        Files.move(half, path.resolve(kind.file), StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    /** The SHA-256 of each file in it. */
    public Map<String, String> hashes() throws IOException {
        Map<String, String> hashes = new TreeMap<>();
        try (Stream<Path> files = Files.walk(path)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                hashes.put(path.relativize(file).toString(), Sha256.of(Files.readAllBytes(file)));
            }
        }
        return hashes;
    }
}
