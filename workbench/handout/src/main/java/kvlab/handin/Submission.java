package kvlab.handin;

import com.google.gson.JsonElement;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import kvlab.bench.kept.GitCommit;
import kvlab.bench.kept.RunFolder;
import kvlab.bench.lint.Lint;
import kvlab.bench.reference.Reference;
import kvlab.cluster.Folders;
import kvlab.cluster.UsageException;
import kvlab.handout.Checkout;
import kvlab.handout.Project;

/** One zip of all that an instructor needs: the code, its grade, the report, and the runs that the report cites. */
public final class Submission {

    private static final String TARGET = "target";

    private static final List<String> GRADE = List.of(Scores.FILE, Scores.FINGERPRINT, "grade.html");

    private final Path kit;
    private final Project project;
    private final StudentName name;
    private final List<Path> sources;
    private final Path notebook;
    private final Report report;
    private final Findings findings;

    private Submission(
            Path kit,
            Project project,
            StudentName name,
            List<Path> sources,
            Path notebook,
            Report report,
            Findings findings) {
        this.kit = kit;
        this.project = project;
        this.name = name;
        this.sources = sources;
        this.notebook = notebook;
        this.report = report;
        this.findings = findings;
    }

    /**
     * Looks at all of it, and writes nothing.
     *
     * @param named the executed notebook; null for the newest one of the stage's lab
     */
    public static Submission of(Path kit, Project project, String student, Path named)
            throws IOException, UsageException {
        if (project.sources().isEmpty()) {
            throw UsageException.of(project.folder() + " has no sources below src/main");
        }
        Path notebook = named == null ? newest(kit, project.stage()).orElse(null) : named;
        if (named != null && !Files.isRegularFile(named)) {
            throw UsageException.of("--notebook " + named + ": there is no such file");
        }
        try {
            Report report = notebook == null
                    ? null
                    : Report.parse(Json.object(notebook.toString(), Files.readAllBytes(notebook)));
            Findings findings = Findings.of(new Findings.Subject(
                    project.stage(),
                    project.fingerprint(),
                    scores(project),
                    graded(project.folder().resolve(TARGET)),
                    report,
                    notebook == null ? null : page(notebook),
                    RunFolder.among(kit.resolve("profiles/runs"), kit)));
            return new Submission(kit, project, StudentName.of(student), sources(project), notebook, report, findings);
        } catch (BadHandIn e) {
            throw UsageException.of(e.getMessage());
        }
    }

    private static Scores scores(Project project) throws IOException, BadHandIn {
        Path grade = project.folder().resolve(TARGET).resolve(Scores.FILE);
        return Files.isRegularFile(grade)
                ? Scores.parse(Json.object(grade.toString(), Files.readAllBytes(grade)))
                : null;
    }

    /** The fingerprint of what was graded; null when it is not known. */
    static String graded(Path folder) throws IOException {
        Path file = folder.resolve(Scores.FINGERPRINT);
        return Files.isRegularFile(file) ? Files.readString(file).strip() : null;
    }

    /** Names begin with the time. */
    private static Optional<Path> newest(Path kit, String stage) throws IOException {
        Path runs = kit.resolve("profiles/runs");
        if (!Files.isDirectory(runs)) {
            return Optional.empty();
        }
        try (Stream<Path> folders = Files.list(runs)) {
            return folders.filter(folder ->
                            folder.getFileName().toString().matches("[\\d-]+-notebook-" + stage + "(?:-\\d+)?"))
                    .map(folder -> folder.resolve(stage + ".ipynb"))
                    .filter(Files::isRegularFile)
                    .max(Comparator.comparing(Path::toString));
        }
    }

    private static Path page(Path notebook) {
        String file = notebook.getFileName().toString().replaceFirst("\\.ipynb$", "") + ".html";
        return notebook.resolveSibling(file);
    }

    public List<Lint.Fault> findings() {
        return findings.all();
    }

    /** As it is called when nobody says how. */
    public String fileName() {
        return name.key() + "-" + project.stage() + ".zip";
    }

    /** In a sentence or two. */
    public String summary() {
        String told = report == null ? "no report" : "the report " + notebook;
        return "handed in: " + Words.count(sources.size(), "source", "sources") + ", " + told + ", "
                + Words.count(findings.runs().size(), "run", "runs") + " that it cites";
    }

    /**
     * Whole or not at all, and only what {@code ./lab review} takes.
     *
     * @param scratch an empty folder
     */
    public void write(Path zip, Path scratch, JsonElement machine, Instant now)
            throws IOException, UsageException, InterruptedException {
        Map<String, byte[]> files = files(Files.createDirectories(scratch.resolve("runs")));
        List<Manifest.Entry> entries = new ArrayList<>();
        files.forEach((path, content) -> entries.add(Manifest.Entry.of(path, content)));
        Manifest manifest = new Manifest(
                Manifest.SCHEMA,
                name.text(),
                project.stage(),
                now.truncatedTo(ChronoUnit.SECONDS).toString(),
                project.kit(),
                Checkout.kit(KitCommit.of(kit)),
                GitCommit.of(project.folder()),
                project.fingerprint(),
                Reference.withoutPlaces(machine),
                findings.all(),
                entries);
        Path half = scratch.resolve("half.zip");
        try (OutputStream out = Files.newOutputStream(half);
                ZipOutputStream packed = new ZipOutputStream(out)) {
            put(packed, Manifest.FILE, manifest.json().getBytes(StandardCharsets.UTF_8));
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                put(packed, file.getKey(), file.getValue());
            }
        }
        Path unpacked = Files.createDirectories(scratch.resolve("unpacked"));
        try {
            HandIn.read(half, unpacked);
        } catch (BadHandIn e) {
            throw UsageException.of("an instructor's ./lab review would not take this: " + e.getMessage());
        } finally {
            Folders.remove(unpacked);
        }
        Path parent = zip.toAbsolutePath().getParent();
        Files.createDirectories(parent);
        // The scratch folder may lie on another disk, and then no move is whole or not at all.
        Path beside = Files.createTempFile(parent, ".submit-", ".half");
        try {
            Files.copy(half, beside, StandardCopyOption.REPLACE_EXISTING);
            Files.move(beside, zip, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(beside);
        }
    }

    private static void put(ZipOutputStream packed, String path, byte[] content) throws IOException {
        packed.putNextEntry(new ZipEntry(path));
        packed.write(content);
        packed.closeEntry();
    }

    private Map<String, byte[]> files(Path copies) throws IOException {
        Map<String, byte[]> files = new TreeMap<>();
        for (Path source : sources) {
            put(files, project.folder().relativize(source).toString(), source);
        }
        put(files, Project.FILE, project.folder().resolve(Project.FILE));
        for (String grade : GRADE) {
            put(files, grade, project.folder().resolve(TARGET).resolve(grade));
        }
        if (notebook != null) {
            put(files, HandIn.REPORT, notebook);
            put(files, HandIn.PAGE, page(notebook));
        }
        for (RunFolder run : findings.runs()) {
            Path copy = copies.resolve(run.id());
            Reference.copy(run, copy);
            try (Stream<Path> parts = Files.list(copy)) {
                for (Path part : parts.toList()) {
                    put(files, HandIn.RUNS + "/" + run.id() + "/" + part.getFileName(), part);
                }
            }
        }
        return files;
    }

    private static void put(Map<String, byte[]> files, String path, Path file) throws IOException {
        if (Files.isRegularFile(file)) {
            files.put(path, Files.readAllBytes(file));
        }
    }

    /** Tests of the student's own too; no link is followed. */
    private static List<Path> sources(Project project) throws IOException {
        try (Stream<Path> all = Files.walk(project.folder().resolve("src"))) {
            return all.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                    .filter(file -> !project.isLeftOut(file))
                    .sorted()
                    .toList();
        }
    }
}
