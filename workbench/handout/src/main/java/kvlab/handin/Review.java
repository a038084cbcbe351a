package kvlab.handin;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
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
import kvlab.bench.kept.Run;
import kvlab.bench.kept.RunFolder;
import kvlab.cluster.Folders;
import kvlab.cluster.Stages;
import kvlab.cluster.UsageException;
import kvlab.grader.Rule;
import kvlab.handout.Project;

/** All hand-ins of a class on one page. One that is bad costs the others nothing: it is a row that says why. */
public final class Review {

    static final String PAGE = "index.html";
    private static final String CSV = "scores.csv";
    private static final String TIME = "-time.html";
    private static final int MOST_CHARACTERS = 300;

    private final Path kit;
    private final Output output;
    private final Path scratch;
    private final String baselineStage;
    private final Regrading regrading;
    private final Comparing comparing;
    private final Baseline baseline;
    private final List<String> stages;
    private final List<Reviewed> students = new ArrayList<>();
    private final List<Reviewed.Refused> refused = new ArrayList<>();

    private Review(
            Path kit,
            Output output,
            Path scratch,
            String baselineStage,
            Regrading regrading,
            Comparing comparing,
            Baseline baseline)
            throws IOException {
        this.kit = kit;
        this.output = output;
        this.scratch = scratch;
        this.baselineStage = baselineStage;
        this.regrading = regrading;
        this.comparing = comparing;
        this.baseline = baseline;
        this.stages = new Stages(kit).names();
    }

    /**
     * A zip, and what it says of itself.
     *
     * @param date when it was made. Nobody made it later than its file was written, so who says so gains nothing.
     * @param written when its file was; two of them may well be written within one tick of a file system's clock, and
     *     then the one whose name comes last counts as the newer
     */
    private record Said(Inbox.Zip zip, Instant date, Instant written, Manifest manifest) {

        static Said of(Inbox.Zip zip) throws IOException, BadHandIn {
            Manifest manifest = HandIn.manifest(zip.path());
            Instant told = Instant.parse(manifest.date());
            Instant written = Files.getLastModifiedTime(zip.path()).toInstant();
            return new Said(zip, told.isAfter(written) ? written : told, written, manifest);
        }

        Reviewed.Older beside(Said newer) {
            String doubt = null;
            if (!manifest.name().equals(newer.manifest.name())) {
                doubt = "it says " + manifest.name();
            } else if (!Run.processor(manifest.machine()).equals(Run.processor(newer.manifest.machine()))) {
                doubt = "it was made on another machine";
            } else if (!zip.folder().equals(newer.zip.folder())) {
                doubt = "it lies in another folder";
            }
            return new Reviewed.Older(zip.name(), manifest.date(), doubt);
        }
    }

    /**
     * @param refused why, by the name of the file
     * @param notGraded why grading again came to no score, by the name of the file
     * @param feedback why it was left as it is, by its path
     * @param damaged what of the instructor's own runs is left out, and why
     * @param notCompared why hand-ins were not compared with each other; null when they were, or nobody asked
     */
    public record Result(
            Path page,
            int students,
            Map<String, String> refused,
            Map<String, String> notGraded,
            Map<String, String> feedback,
            List<String> damaged,
            String notCompared) {}

    /**
     * @param folder with the zips
     * @param output is made; what an earlier review left there is written anew, but for the instructor's words
     * @param scratch an empty folder
     * @param baselineStage the stage that figures are beside; null for the one that was handed in
     * @param regrading null when what the students' own grades say is enough
     * @param comparing null when nobody asks who wrote the same
     */
    public static Result of(
            Path kit,
            Path folder,
            Path output,
            Path scratch,
            String baselineStage,
            Regrading regrading,
            Comparing comparing,
            Consumer<String> progress)
            throws IOException, UsageException, InterruptedException {
        if (!Files.isDirectory(folder)) {
            throw UsageException.of(folder + " is no folder of hand-ins");
        }
        if (baselineStage != null) {
            new Stages(kit).folder(baselineStage);
        }
        Inbox inbox = Inbox.of(folder, output);
        if (inbox.zips().isEmpty()) {
            throw UsageException.of(
                    folder + " has no hand-ins: expected files whose names end with .zip, in it or in its folders");
        }
        try (Output own = Output.open(output)) {
            own.take(List.of(PAGE, CSV));
            Review review = new Review(kit, own, scratch, baselineStage, regrading, comparing, Baseline.of(kit));
            review.read(inbox, progress);
            Map<String, Regraded> regraded = review.regraded();
            Alike alike = review.alike();
            review.complete(regraded);
            return review.write(alike);
        }
    }

    private void read(Inbox inbox, Consumer<String> progress) throws IOException {
        Map<String, List<Said>> byStudent = new TreeMap<>();
        for (Inbox.Zip zip : inbox.zips()) {
            guarded(zip, () -> {
                Said said = Said.of(zip);
                byStudent
                        .computeIfAbsent(StudentName.of(said.manifest.name()).key(), key -> new ArrayList<>())
                        .add(said);
            });
        }
        int number = 0;
        for (Map.Entry<String, List<Said>> each : byStudent.entrySet()) {
            List<Said> newestFirst = each.getValue().stream()
                    .sorted(Comparator.comparing(Said::date)
                            .thenComparing(Said::written)
                            .thenComparing(said -> said.zip.name())
                            .reversed())
                    .toList();
            progress.accept(++number + " of " + byStudent.size() + ": "
                    + newestFirst.get(0).zip.name());
            student(each.getKey(), newestFirst);
        }
        students.sort(Comparator.comparing(Reviewed::name, String.CASE_INSENSITIVE_ORDER));
        refused.addAll(inbox.others());
    }

    /** The newest that is taken. */
    private void student(String key, List<Said> newestFirst) throws IOException {
        int known = students.size();
        for (int i = 0; i < newestFirst.size() && students.size() == known; i++) {
            Said said = newestFirst.get(i);
            Inbox.Zip zip = said.zip;
            List<Reviewed.Older> older = newestFirst.stream()
                    .skip(i + 1L)
                    .map(each -> each.beside(said))
                    .toList();
            Path folder = Files.createDirectory(scratch.resolve(key));
            try {
                guarded(zip, () -> students.add(look(key, HandIn.read(zip.path(), folder), said, older)));
            } finally {
                Folders.remove(folder);
            }
        }
    }

    private interface Reading {
        void go() throws IOException, BadHandIn, UsageException;
    }

    private void guarded(Inbox.Zip zip, Reading reading) {
        try {
            reading.go();
        } catch (BadHandIn | UsageException e) {
            refuse(zip, e.getMessage());
        } catch (IOException | RuntimeException | StackOverflowError | OutOfMemoryError | LinkageError e) {
            // Of what was made to be read wrongly nobody knows how that ends; the others are to be read all the same.
            refuse(zip, "what is in it cannot be read: " + e);
        }
    }

    private void refuse(Inbox.Zip zip, String reason) {
        refused.add(new Reviewed.Refused(zip.name(), Words.oneLine(Words.cut(reason, MOST_CHARACTERS))));
    }

    private Reviewed look(String key, HandIn handIn, Said said, List<Reviewed.Older> superseded)
            throws IOException, BadHandIn, UsageException {
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
                folder.resolve(HandIn.PAGE),
                RunFolder.among(folder.resolve(HandIn.RUNS), kit)));
        String stage = baselineStage == null ? its : baselineStage;
        List<Measured> measured =
                baseline.beside(findings.runs(), handIn.manifest().fingerprint(), stage);
        return new Reviewed(
                key,
                handIn.name().text(),
                said.zip.name(),
                said.written.truncatedTo(ChronoUnit.SECONDS).toString(),
                handIn.manifest(),
                scores,
                Feedback.none(),
                null,
                findings,
                measured,
                report == null ? "" : report.prediction(),
                report == null ? "" : report.conclusion(),
                keep(handIn, key, measured),
                superseded);
    }

    /** By the students' keys. What an earlier review graded again counts as long as code and stage are the same. */
    private Map<String, Regraded> regraded() throws IOException, InterruptedException {
        SortedMap<String, Regrading.Work> works = new TreeMap<>();
        Map<String, Regraded> regraded = new TreeMap<>();
        for (Reviewed student : students) {
            Path folder = output.path(student.key());
            works.put(student.key(), new Regrading.Work(folder, student.gradeOfThisCode()));
            KeptGrade kept = KeptGrade.read(folder);
            Manifest manifest = student.manifest();
            if (kept != null && kept.isOf(manifest.fingerprint(), manifest.stage())) {
                regraded.put(student.key(), kept.regraded());
            } else {
                try {
                    KeptGrade.remove(folder);
                } catch (IOException e) {
                    regraded.put(student.key(), Regraded.failed("what was graded before cannot be removed: " + e));
                }
            }
        }
        if (regrading != null) {
            regraded.putAll(regrading.of(works));
        }
        return regraded;
    }

    /** Last of all: the instructor may have written on while it was graded and compared. */
    private void complete(Map<String, Regraded> regraded) {
        students.replaceAll(student -> {
            Path folder = output.path(student.key());
            boolean isShown = Files.isRegularFile(folder.resolve(KeptGrade.PAGE));
            return student.with(
                    regraded.get(student.key()),
                    Feedback.read(folder.resolve(Feedback.FILE)),
                    isShown ? List.of(new Reviewed.Link("graded again", KeptGrade.PAGE)) : List.of());
        });
    }

    /** The code, which whoever grades it once more takes from there, the pages, each inside one of ours, and ours of runs. */
    private List<Reviewed.Link> keep(HandIn handIn, String key, List<Measured> measured)
            throws IOException, UsageException {
        Path from = handIn.folder();
        Map<String, Path> sources = files(from.resolve("src"), from);
        sources.put(Project.FILE, from.resolve(Project.FILE));
        Map<String, Path> pages = pages(from);
        Map<String, String> timeLines = timeLines(handIn, measured);
        List<String> regraded = ofGradingAgain(key);
        output.remove(name -> name.startsWith(key + "/") && !regraded.contains(name));
        List<String> names = new ArrayList<>(regraded);
        sources.keySet().forEach(name -> names.add(key + "/" + name));
        pages.keySet().forEach(name -> names.add(key + "/" + name + ".html"));
        timeLines.keySet().forEach(run -> names.add(key + "/" + run + TIME));
        Path beside = Files.createDirectories(output.path(key));
        output.take(names);
        for (Map.Entry<String, Path> source : sources.entrySet()) {
            Path copy = beside.resolve(source.getKey());
            Files.createDirectories(copy.getParent());
            Files.copy(source.getValue(), copy);
        }
        List<Reviewed.Link> links = new ArrayList<>();
        for (Map.Entry<String, Path> page : pages.entrySet()) {
            String file = page.getKey() + ".html";
            Viewer.write(
                    beside.resolve(file),
                    handIn.name().text() + ": " + page.getKey(),
                    "as it was handed in",
                    page.getValue());
            links.add(new Reviewed.Link(page.getKey(), file));
        }
        for (Map.Entry<String, String> run : timeLines.entrySet()) {
            Output.whole(beside.resolve(run.getKey() + TIME), run.getValue());
            links.add(new Reviewed.Link(run.getKey() + " time lines", run.getKey() + TIME));
        }
        return links;
    }

    /** It takes long, and stays until something else is graded. */
    private static List<String> ofGradingAgain(String key) {
        return List.of(key + "/" + KeptGrade.FILE, key + "/" + KeptGrade.PAGE);
    }

    /** Of each run whose figures or flame graphs are shown, by its name. */
    private static Map<String, String> timeLines(HandIn handIn, List<Measured> measured) throws IOException {
        Map<String, String> pages = new TreeMap<>();
        for (RunFolder run : RunFolder.in(handIn.folder().resolve(HandIn.RUNS))) {
            boolean isShown = measured.stream().anyMatch(each -> each.run().equals(run.id()))
                    || !flames(run.path()).isEmpty();
            if (run.kind() == RunFolder.Kind.RUN && isShown) {
                String page = TimeLines.page(handIn.name().text() + ": " + run.id(), run);
                if (page != null) {
                    pages.put(run.id(), page);
                }
            }
        }
        return pages;
    }

    /** By their paths below a folder, with slashes. */
    private static Map<String, Path> files(Path below, Path folder) throws IOException {
        Map<String, Path> all = new TreeMap<>();
        try (Stream<Path> files = Files.walk(below)) {
            files.filter(Files::isRegularFile)
                    .forEach(
                            file -> all.put(folder.relativize(file).toString().replace(File.separatorChar, '/'), file));
        }
        return all;
    }

    /** By what they are called on the page. */
    private static Map<String, Path> pages(Path from) throws IOException {
        Map<String, Path> pages = new LinkedHashMap<>();
        pages.put("report", from.resolve(HandIn.PAGE));
        pages.put("grade", from.resolve("grade.html"));
        for (Path flame : flames(from.resolve(HandIn.RUNS))) {
            String file = Inbox.name(flame).replaceFirst("\\.html$", "");
            pages.put(Inbox.name(flame.getParent()) + "-" + file, flame);
        }
        pages.values().removeIf(page -> !Files.isRegularFile(page));
        return pages;
    }

    private static List<Path> flames(Path runs) throws IOException {
        if (!Files.isDirectory(runs)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(runs)) {
            return files.filter(file -> Inbox.name(file).startsWith("flame-"))
                    .sorted()
                    .toList();
        }
    }

    /** Null when nobody asked. What fails costs the page nothing else. */
    private Alike alike() throws IOException, UsageException, InterruptedException {
        if (comparing == null) {
            return null;
        }
        SortedMap<String, SortedMap<String, Path>> projects = new TreeMap<>();
        students.forEach(student -> projects.computeIfAbsent(student.manifest().stage(), stage -> new TreeMap<>())
                .put(student.key(), output.path(student.key())));
        Map<String, Similarity> byStage = new TreeMap<>();
        Map<String, String> kept = new TreeMap<>();
        String problem = null;
        for (Map.Entry<String, SortedMap<String, Path>> each : projects.entrySet()) {
            String file = "similarity-" + each.getKey() + ".jplag";
            output.take(List.of(file));
            try {
                byStage.put(each.getKey(), comparing.of(each.getKey(), each.getValue(), output.path(file)));
                kept.put(each.getKey(), file);
            } catch (IOException | RuntimeException e) {
                problem = Words.oneLine(Words.cut(String.valueOf(e.getMessage()), MOST_CHARACTERS));
            }
        }
        return new Alike(byStage, kept, problem);
    }

    /** Of students who are gone, or not taken any more, only what somebody wrote or graded stays. */
    private void forget(Map<String, String> feedback) throws IOException {
        SortedSet<String> gone = output.folders();
        students.forEach(student -> gone.remove(student.key()));
        for (String key : gone) {
            Path file = output.path(key).resolve(Feedback.FILE);
            Feedback words = Feedback.read(file);
            if (words.isUntouched()) {
                Files.deleteIfExists(file);
            } else if (words.problem() == null) {
                write(file, words.textOfNobody(key), feedback);
            } else {
                feedback.put(file.toString(), words.problem());
            }
            List<String> regraded = ofGradingAgain(key);
            output.remove(name ->
                    name.startsWith(key + "/") && !(regraded.contains(name) && Files.exists(output.path(name))));
        }
        output.save();
    }

    /** A folder that somebody else owns costs one file, and not the page. */
    private static void write(Path file, String text, Map<String, String> feedback) {
        try {
            Output.whole(file, text);
        } catch (IOException e) {
            feedback.put(file.toString(), "it cannot be written: " + e);
        }
    }

    private Result write(Alike alike) throws IOException {
        Map<String, String> feedback = new TreeMap<>();
        forget(feedback);
        SortedSet<Rule> rules = new TreeSet<>();
        students.forEach(student -> {
            if (student.scores() != null) {
                rules.addAll(student.scores().byRule().keySet());
            }
        });
        Map<String, String> notGraded = new TreeMap<>();
        for (Reviewed student : students) {
            Path file = output.path(student.key()).resolve(Feedback.FILE);
            if (student.feedback().problem() == null) {
                write(file, student.feedback().text(student), feedback);
            } else {
                feedback.put(file.toString(), student.feedback().problem());
            }
            if (student.notGraded()) {
                notGraded.put(student.file(), student.regraded().problem());
            }
        }
        Output.whole(output.path(CSV), ScoresCsv.text(students, refused, rules, alike));
        Output.whole(output.path(PAGE), ReviewPage.text(students, refused, rules, alike));
        Map<String, String> reasons = new TreeMap<>();
        refused.forEach(each -> reasons.put(each.file(), each.reason()));
        return new Result(
                output.path(PAGE),
                students.size(),
                reasons,
                notGraded,
                feedback,
                baseline.damaged(),
                alike == null ? null : alike.problem());
    }
}
