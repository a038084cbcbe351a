package kvlab.handin;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;
import kvlab.bench.RunFolder;
import kvlab.cluster.Folders;
import kvlab.cluster.Stages;
import kvlab.cluster.UsageException;
import kvlab.handout.Project;

/** All hand-ins of a class on one page. One that is bad costs the others nothing: it is a row that says why. */
public final class Review {

    private static final String PAGE = "index.html";
    private static final String CSV = "scores.csv";
    private static final int MOST_CHARACTERS = 300;

    private final Path kit;
    private final Path output;
    private final Path scratch;
    private final String baselineStage;
    private final Regrading regrading;
    private final Baseline baseline;
    private final List<String> stages;
    private final List<Reviewed> students = new ArrayList<>();
    private final List<Reviewed.Refused> refused = new ArrayList<>();

    private Review(Path kit, Path output, Path scratch, String baselineStage, Regrading regrading) throws IOException {
        this.kit = kit;
        this.output = output;
        this.scratch = scratch;
        this.baselineStage = baselineStage;
        this.regrading = regrading;
        this.baseline = Baseline.of(kit);
        this.stages = new Stages(kit).names();
    }

    /** A zip, and when it was made, as it says. */
    private record Said(Path zip, Instant date) {}

    /** @param refused why, by the name of the file */
    public record Result(Path page, int students, Map<String, String> refused) {}

    /**
     * @param folder with the zips
     * @param output is made; what an earlier review left there is written anew, but for the instructor's words
     * @param scratch an empty folder
     * @param baselineStage the stage that figures are beside; null for the one that was handed in
     * @param regrading null when what the students' own grades say is enough
     */
    public static Result of(
            Path kit,
            Path folder,
            Path output,
            Path scratch,
            String baselineStage,
            Regrading regrading,
            Consumer<String> progress)
            throws IOException, UsageException, InterruptedException {
        if (!Files.isDirectory(folder)) {
            throw UsageException.of(folder + " is no folder of hand-ins");
        }
        if (baselineStage != null) {
            new Stages(kit).folder(baselineStage);
        }
        List<Path> zips = zips(folder);
        if (zips.isEmpty()) {
            throw UsageException.of(folder + " has no hand-ins: expected files whose names end with .zip");
        }
        requireOwn(output);
        if (!Files.exists(output.resolve(CSV))) {
            // Of a review that is interrupted, too, the next one sees that it is one.
            Files.writeString(Files.createDirectories(output).resolve(CSV), "");
        }
        Review review = new Review(kit, output, scratch, baselineStage, regrading);
        review.read(zips, progress);
        review.regrade();
        return review.write();
    }

    private static List<Path> zips(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".zip") && Files.isRegularFile(file))
                    .sorted()
                    .toList();
        }
    }

    /** Nothing is written between somebody's own files. */
    private static void requireOwn(Path output) throws IOException, UsageException {
        if (!Files.exists(output)) {
            return;
        }
        if (Files.isRegularFile(output.resolve(CSV))) {
            return;
        }
        if (Files.isDirectory(output)) {
            try (Stream<Path> files = Files.list(output)) {
                if (files.findAny().isEmpty()) {
                    return;
                }
            }
        }
        throw UsageException.of(output + " is there already, and no earlier review; give another --output");
    }

    private void read(List<Path> zips, Consumer<String> progress) throws IOException {
        Map<String, List<Said>> byStudent = new TreeMap<>();
        for (Path zip : zips) {
            guarded(zip, () -> {
                Manifest manifest = HandIn.manifest(zip);
                byStudent
                        .computeIfAbsent(StudentName.of(manifest.name()).key(), key -> new ArrayList<>())
                        .add(new Said(zip, Instant.parse(manifest.date())));
            });
        }
        int number = 0;
        for (Map.Entry<String, List<Said>> each : byStudent.entrySet()) {
            List<Path> newestFirst = each.getValue().stream()
                    .sorted(Comparator.comparing(Said::date)
                            .thenComparing(said -> said.zip.toFile().lastModified())
                            .reversed())
                    .map(Said::zip)
                    .toList();
            progress.accept(++number + " of " + byStudent.size() + ": " + fileName(newestFirst.get(0)));
            student(each.getKey(), newestFirst);
        }
        students.sort(Comparator.comparing(student -> student.name()));
    }

    /** The newest that is taken. */
    private void student(String key, List<Path> newestFirst) throws IOException {
        int known = students.size();
        for (int i = 0; i < newestFirst.size() && students.size() == known; i++) {
            Path zip = newestFirst.get(i);
            List<String> older =
                    newestFirst.stream().skip(i + 1L).map(Review::fileName).toList();
            Path folder = Files.createDirectory(scratch.resolve(key));
            try {
                guarded(zip, () -> students.add(look(key, HandIn.read(zip, folder), fileName(zip), older)));
            } finally {
                Folders.remove(folder);
            }
        }
    }

    private interface Reading {
        void go() throws IOException, BadHandIn;
    }

    private void guarded(Path zip, Reading reading) {
        try {
            reading.go();
        } catch (BadHandIn e) {
            refuse(zip, e.getMessage());
        } catch (DateTimeException e) {
            refuse(zip, "its date is none: expected one as 2026-11-30T18:00:00Z");
        } catch (IOException | RuntimeException | StackOverflowError e) {
            // Of what was made to be read wrongly nobody knows how that ends; the others are to be read all the same.
            refuse(zip, "what is in it cannot be read: " + e);
        }
    }

    private void refuse(Path zip, String reason) {
        refused.add(new Reviewed.Refused(fileName(zip), Words.oneLine(Words.cut(reason, MOST_CHARACTERS))));
    }

    /** Without what a terminal would take for a command. */
    private static String fileName(Path file) {
        return Words.oneLine(file.getFileName().toString());
    }

    private Reviewed look(String key, HandIn handIn, String file, List<String> superseded)
            throws IOException, BadHandIn {
        String its = handIn.project().stage();
        if (!stages.contains(its)) {
            throw BadHandIn.of("it is of stage " + its + ", and this kit has " + String.join(", ", stages));
        }
        Scores scores = handIn.scores();
        Report report = handIn.report();
        Path folder = handIn.folder();
        Findings findings = Findings.of(new Findings.Subject(
                its,
                handIn.manifest().fingerprint(),
                scores,
                Submission.graded(folder),
                report,
                Files.isRegularFile(folder.resolve(HandIn.PAGE)),
                name -> RunFolder.find(folder.resolve(HandIn.RUNS), kit, name)));
        String stage = baselineStage == null ? its : baselineStage;
        List<Measured> measured =
                baseline.beside(findings.runs(), handIn.manifest().fingerprint(), stage);
        Path beside = output.resolve(key);
        Feedback feedback = Feedback.read(beside.resolve(Feedback.FILE));
        return new Reviewed(
                key,
                handIn.name().text(),
                file,
                handIn.manifest(),
                scores,
                feedback.byHand(scores == null ? 100 : scores.max()),
                null,
                findings,
                measured,
                report == null ? "" : report.prediction(),
                report == null ? "" : report.conclusion(),
                keep(handIn, beside),
                superseded);
    }

    private void regrade() throws IOException, InterruptedException {
        if (regrading == null) {
            return;
        }
        SortedMap<String, Path> projects = new TreeMap<>();
        students.forEach(student -> projects.put(student.key(), output.resolve(student.key())));
        Map<String, Regraded> regraded = regrading.of(projects);
        students.replaceAll(student -> student.regraded(regraded.get(student.key())));
    }

    /** The code, which whoever grades it once more takes from there, and the pages, each inside one of ours. */
    private static List<Reviewed.Link> keep(HandIn handIn, Path beside) throws IOException, BadHandIn {
        Files.createDirectories(beside);
        clear(beside);
        Path from = handIn.folder();
        copy(from.resolve("src"), beside.resolve("src"));
        Files.copy(from.resolve(Project.FILE), beside.resolve(Project.FILE));
        List<Reviewed.Link> links = new ArrayList<>();
        Map<String, Path> pages = new LinkedHashMap<>();
        pages.put("report", from.resolve(HandIn.PAGE));
        pages.put("grade", from.resolve("grade.html"));
        for (Path flame : flames(from.resolve(HandIn.RUNS))) {
            String file = fileName(flame).replaceFirst("\\.html$", "");
            pages.put(fileName(flame.getParent()) + "-" + file, flame);
        }
        for (Map.Entry<String, Path> page : pages.entrySet()) {
            if (Files.isRegularFile(page.getValue())) {
                String file = page.getKey() + ".html";
                Viewer.write(beside.resolve(file), handIn.name().text() + ": " + page.getKey(), page.getValue());
                links.add(new Reviewed.Link(page.getKey(), file));
            }
        }
        return links;
    }

    /** Of an earlier review; the feedback and what nobody here made stay. */
    private static void clear(Path beside) throws IOException {
        Path sources = beside.resolve("src");
        if (Files.isDirectory(sources)) {
            Folders.remove(sources);
        }
        Files.deleteIfExists(beside.resolve(Project.FILE));
        try (Stream<Path> files = Files.list(beside)) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".html")).toList()) {
                Files.delete(file);
            }
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = to.resolve(from.relativize(file).toString());
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
            }
        }
    }

    private static List<Path> flames(Path runs) throws IOException {
        if (!Files.isDirectory(runs)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(runs)) {
            return files.filter(file -> fileName(file).startsWith("flame-"))
                    .sorted()
                    .toList();
        }
    }

    private Result write() throws IOException {
        SortedSet<String> rules = new TreeSet<>(Scores::inOrder);
        students.forEach(student -> {
            if (student.scores() != null) {
                rules.addAll(student.scores().byRule().keySet());
            }
        });
        for (Reviewed student : students) {
            Path file = output.resolve(student.key()).resolve(Feedback.FILE);
            Files.writeString(file, Feedback.read(file).text(student));
        }
        whole(CSV, ScoresCsv.text(students, refused, rules));
        whole(PAGE, ReviewPage.text(students, refused, rules));
        Map<String, String> reasons = new TreeMap<>();
        refused.forEach(each -> reasons.put(each.file(), each.reason()));
        return new Result(output.resolve(PAGE), students.size(), reasons);
    }

    private void whole(String name, String text) throws IOException {
        Path half = output.resolve(name + ".half");
        Files.writeString(half, text);
        Files.move(half, output.resolve(name), StandardCopyOption.REPLACE_EXISTING);
    }
}
