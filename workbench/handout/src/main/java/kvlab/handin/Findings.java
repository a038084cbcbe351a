package kvlab.handin;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import kvlab.bench.claims.Claims;
import kvlab.bench.kept.Comparison;
import kvlab.bench.kept.Outcome;
import kvlab.bench.kept.Run;
import kvlab.bench.kept.RunFolder;
import kvlab.bench.lint.Lint;
import kvlab.bench.load.Options;
import kvlab.cluster.UsageException;

/**
 * What an instructor would send a hand-in back for: of each a sentence that says what is wrong, and one that says what to do.
 * The student is told before, and the instructor sees what the same looks find once more: a hand-in's own word for it counts
 * nothing.
 *
 * @param lacking those that are neither of the claims nor of the runs
 * @param contradicted those of the claims in the report that the runs do not bear out
 * @param flawed those of the runs themselves
 * @param runs all that the report cites, those of a comparison too, and no other; without those that came with the kit
 */
record Findings(
        List<Lint.Fault> lacking, List<Lint.Fault> contradicted, List<Lint.Fault> flawed, List<RunFolder> runs) {

    private static final String OTHER_GRADE = "other-grade";

    /** Nobody reads more of a kind, and a hand-in can be made to have millions. */
    private static final int MOST = 200;

    private static final int MOST_CHARACTERS = 1000;

    /** But for rounding. */
    private static final double ALL_POINTS = 99.5;

    /**
     * Where {@code ./lab grade} and {@code ./lab notebook} leave what is handed in, and what it is.
     *
     * @param page of the report, where it should be; null without a report
     */
    record Subject(
            String stage,
            String fingerprint,
            Scores scores,
            String graded,
            Report report,
            Path page,
            RunFolder.Finder runs) {}

    static Findings of(Subject subject) throws IOException {
        List<Lint.Fault> lacking = new ArrayList<>();
        grade(subject, lacking);
        report(subject, lacking);
        Map<String, RunFolder> cited = cited(subject);
        List<Lint.Fault> contradicted =
                subject.report == null ? List.of() : Claims.faults(subject.report.texts(), subject.runs);
        List<Lint.Fault> flawed = new ArrayList<>();
        List<String> measured = new ArrayList<>();
        for (RunFolder run : cited.values()) {
            flaws(run, subject, flawed, measured);
        }
        if (subject.report != null && measured.isEmpty()) {
            lacking.add(new Lint.Fault(
                    "no-run",
                    "No run that the report cites measured this code. Measure it with ./lab bench or ./lab compare, and"
                            + " cite that run."));
        }
        return new Findings(first(lacking), first(contradicted), first(flawed), List.copyOf(cited.values()));
    }

    /** Those that are told. */
    private static List<Lint.Fault> first(List<Lint.Fault> faults) {
        List<Lint.Fault> first = faults.stream()
                .distinct()
                .limit(MOST)
                .map(fault -> new Lint.Fault(fault.id(), Words.cut(fault.text(), MOST_CHARACTERS)))
                .collect(Collectors.toCollection(ArrayList::new));
        if (first.size() == MOST) {
            first.add(new Lint.Fault("more", "There may be more like these: it ends after " + MOST + "."));
        }
        return List.copyOf(first);
    }

    List<Lint.Fault> all() {
        return Stream.of(lacking, contradicted, flawed)
                .flatMap(List::stream)
                .distinct()
                .toList();
    }

    boolean gradeIsOfOtherCode() {
        return lacking.stream().anyMatch(fault -> fault.id().equals(OTHER_GRADE));
    }

    private static void grade(Subject subject, List<Lint.Fault> faults) {
        if (subject.scores == null) {
            faults.add(new Lint.Fault("no-grade", "There is no grade. Run ./lab grade on this folder."));
            return;
        }
        if (!subject.fingerprint.equals(subject.graded)) {
            faults.add(new Lint.Fault(
                    OTHER_GRADE, "The grade is of other code than this. Run ./lab grade on this folder once more."));
        }
        if (subject.scores.max() < ALL_POINTS) {
            faults.add(new Lint.Fault(
                    "part-grade",
                    "The grade is of some of the checks: " + Words.number(subject.scores.max())
                            + " points of 100. Run ./lab grade on this folder, without --only."));
        }
        if (!subject.stage.equals(subject.scores.stage())) {
            faults.add(new Lint.Fault(
                    "other-stage",
                    "The grade is of stage " + Words.oneLine(subject.scores.stage()) + ", and the project of "
                            + subject.stage + ". Run ./lab grade on this folder."));
        }
    }

    private static void report(Subject subject, List<Lint.Fault> faults) throws IOException {
        Report report = subject.report;
        if (report == null) {
            faults.add(new Lint.Fault(
                    "no-report",
                    "There is no report. Run ./lab notebook " + subject.stage + " --execute, or name it."));
            return;
        }
        if (!report.executed() || !Files.isRegularFile(subject.page)) {
            faults.add(new Lint.Fault(
                    "not-executed",
                    "The report shows no results, or there is no page of it. ./lab notebook with --execute"
                            + " makes both."));
        } else if (!ReportPage.shows(subject.page, report)) {
            faults.add(new Lint.Fault(
                    "old-page",
                    "The page of the report does not show the prediction or the conclusion of the notebook. Make it"
                            + " anew: in JupyterLab, save the notebook and export it as HTML in place of the page."));
        }
        if (report.failed()) {
            faults.add(new Lint.Fault(
                    "failed-cell",
                    "A cell of the report failed, and what is behind it was not run. Mend it, and run ./lab notebook"
                            + " with --execute once more."));
        }
        if (report.prediction().isEmpty()) {
            faults.add(new Lint.Fault(
                    "no-prediction",
                    "The cell of the prediction says nothing of yours. Write below its question what you expected."));
        }
        if (report.conclusion().isEmpty()) {
            faults.add(new Lint.Fault(
                    "no-conclusion",
                    "The cell of the conclusion says nothing of yours. Write below its question, and cite your runs."));
        } else if (report.texts().stream().allMatch(text -> Claims.cited(text).isEmpty())) {
            faults.add(new Lint.Fault(
                    "no-citation",
                    "The report cites no run. Cite a figure as [12.4 ms](run:ID#/figures/latency/percentiles/99.0)."));
        }
    }

    /** By their names. A name of which nothing is found is a claim that is contradicted. */
    private static Map<String, RunFolder> cited(Subject subject) throws IOException {
        Map<String, RunFolder> cited = new LinkedHashMap<>();
        if (subject.report == null) {
            return cited;
        }
        for (String text : subject.report.texts()) {
            for (String name : Claims.cited(text)) {
                take(name, subject.runs, cited);
            }
        }
        return cited;
    }

    private static void take(String name, RunFolder.Finder runs, Map<String, RunFolder> cited) throws IOException {
        RunFolder run;
        try {
            run = runs.find(name);
        } catch (UsageException e) {
            return;
        }
        // Of the kit's own, whose names have slashes, everybody has the same.
        if (run.id().contains("/") || cited.putIfAbsent(run.id(), run) != null) {
            return;
        }
        if (run.kind() == RunFolder.Kind.COMPARISON) {
            for (Comparison.Measured side : run.comparison().sides()) {
                for (String id : side.runs()) {
                    take(id, runs, cited);
                }
            }
        }
    }

    private static void flaws(RunFolder run, Subject subject, List<Lint.Fault> faults, List<String> measured)
            throws IOException {
        switch (run.kind()) {
            case RUN -> {
                Run read = run.read();
                code(run, read.options(), subject, faults, measured);
                if (read.failed() && read.search() != null && read.search().isOver(read.problem())) {
                    add(faults, run, "failed", "No rate was held, so it is no knee. Give ./lab knee a lower --from.");
                } else if (read.failed()) {
                    add(faults, run, "failed", "It failed: " + Words.oneLine(read.problem()) + ". Measure again.");
                } else {
                    read.faults().forEach(fault -> add(faults, run, fault.id(), fault.text()));
                    run.edited().ifPresent(text -> add(faults, run, "edited", text));
                }
            }
            case COMPARISON -> {
                Comparison comparison = run.comparison();
                if (comparison.failed()) {
                    String problem = Words.oneLine(comparison.problem());
                    add(faults, run, "failed", "It failed: " + problem + ". Compare again.");
                }
                for (Outcome outcome : comparison.outcomes()) {
                    if (!outcome.comparable()) {
                        add(faults, run, "not-comparable", "Not comparable: " + Words.oneLine(outcome.refusal()) + ".");
                    }
                }
            }
        }
    }

    private static void code(
            RunFolder run, Options options, Subject subject, List<Lint.Fault> faults, List<String> measured) {
        if (options.fingerprint() == null) {
            return;
        }
        if (options.fingerprint().equals(subject.fingerprint)) {
            measured.add(run.id());
        } else {
            add(faults, run, "other-code", "It measured other code than is handed in. Measure again, and cite that.");
        }
    }

    private static void add(List<Lint.Fault> faults, RunFolder run, String id, String text) {
        faults.add(new Lint.Fault(id, "Run " + run.id() + ": " + text));
    }
}
