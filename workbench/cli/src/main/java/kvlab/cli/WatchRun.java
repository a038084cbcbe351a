package kvlab.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import kvlab.cluster.UsageException;
import kvlab.grader.CheckResult;
import kvlab.grader.Grade;
import kvlab.grader.GradedCheck;
import kvlab.grader.NotGradable;
import kvlab.grader.Outcome;
import kvlab.grader.Selection;
import kvlab.grader.Subject;
import kvlab.handout.Changes;
import kvlab.handout.DoesNotCompile;
import kvlab.handout.GradeFile;
import kvlab.handout.Project;
import kvlab.handout.TaskPage;

/**
 * Grades a project again whenever its sources change. Whoever works on a check wants to hear of that one first, and of one
 * that a save has broken, too: so what failed is graded first, in the order of the task, and then the rest. A grade takes
 * minutes, and a save seconds: one that comes meanwhile breaks off before the next check, and all begins anew.
 */
final class WatchRun {

    private final Project project;
    private final TaskPage page;
    private final LastGrade last;
    private final boolean isOfAllChecks;
    private final PrintWriter err;

    /** Ids of the checks that failed when they were graded last, of whatever sources. */
    private final Set<String> failed = new HashSet<>();

    /** @param isOfAllChecks whether no check of the stage is left out */
    WatchRun(Path home, Project project, LastGrade last, boolean isOfAllChecks, PrintWriter err) throws IOException {
        this.project = project;
        this.page = TaskPage.of(home, project.stage());
        this.last = last;
        this.isOfAllChecks = isOfAllChecks;
        this.err = err;
    }

    /** What the command line says of each grade. */
    interface Grading {

        /** The project as it is now, built. */
        Subject subject() throws Exception;

        Selection selection(Subject subject) throws UsageException, IOException;

        Grade grade(Subject subject, Selection selection, BooleanSupplier goesOn) throws Exception;

        /**
         * @param part what was graded just now
         * @param all what was graded of these sources
         */
        void tell(Grade part, Grade all) throws IOException;
    }

    /** Ends by Ctrl-C alone, once the first grade was told: what was wrong until then may be the command line. */
    int run(Grading grading) throws Exception {
        readFailed();
        try (Changes changes = new Changes(project)) {
            String graded = "";
            boolean isFirst = true;
            while (true) {
                try {
                    String sources = project.fingerprint();
                    if (!sources.equals(graded)) {
                        // What comes next may make the same of them: an editor puts a file back that it took away.
                        graded = "";
                        graded = gradeAll(grading, changes, sources) ? sources : "";
                    }
                    isFirst = false;
                } catch (UsageException | NoSuchFileException e) {
                    if (isFirst) {
                        throw e;
                    }
                    Lab.explain(e, err, Lab.UNDECIDED);
                    waiting();
                }
                changes.await();
            }
        }
    }

    private void readFailed() throws IOException {
        try {
            failed.addAll(last.failed());
        } catch (GradeFile.Damaged e) {
            // Nobody needs to make a new one: that begins now.
            Lab.explain(e, err, Lab.UNDECIDED);
        }
    }

    private void waiting() {
        err.println("lab: waiting for the next change in " + project.folder() + "; Ctrl-C ends it");
    }

    /** False when a save broke it off. */
    private boolean gradeAll(Grading grading, Changes changes, String sources) throws Exception {
        try {
            Subject subject = grading.subject();
            Selection all = grading.selection(subject);
            Grade known = new Grade(subject.stage(), all.seed(), List.of(), 0);
            for (Selection lot : lots(all)) {
                Grade part = grading.grade(subject, lot, () -> !isSaved(changes, sources));
                known = together(known, part, all);
                keep(
                        part,
                        known,
                        isOfAllChecks && known.results().size() == all.checks().size(),
                        sources);
                if (part.results().size() < lot.checks().size()) {
                    err.println("lab: saved meanwhile; it begins anew");
                    return false;
                }
                grading.tell(part, known);
            }
        } catch (DoesNotCompile e) {
            last.keepNone(e);
            Lab.explain(e, err, Lab.UNDECIDED);
        } catch (NotGradable e) {
            last.keepNone(e);
            Lab.explain(e, err, Lab.UNDECIDED);
            if (e.isInterrupted()) {
                return true;
            }
        }
        waiting();
        return true;
    }

    /** Whether there are newer sources: an editor also saves what is none. */
    private boolean isSaved(Changes changes, String sources) {
        try {
            return changes.hasCome() && !project.fingerprint().equals(sources);
        } catch (IOException e) {
            // A file that was there a moment ago.
            return true;
        }
    }

    /** What failed, in the order in which it is to be solved, and the rest in that of the rules. */
    private List<Selection> lots(Selection all) {
        List<GradedCheck> first = all.checks().stream()
                .filter(check -> failed.contains(check.id()))
                .sorted(Comparator.comparing(GradedCheck::isLast)
                        .thenComparing(
                                check -> page.order(check.id(), check.rule().name())))
                .toList();
        List<GradedCheck> rest = all.checks().stream()
                .filter(check -> !failed.contains(check.id()))
                .toList();
        return Stream.of(first, rest)
                .filter(checks -> !checks.isEmpty())
                .map(all::with)
                .toList();
    }

    private void keep(Grade part, Grade known, boolean whole, String sources) throws IOException {
        for (CheckResult result : part.results()) {
            if (result.outcome() == Outcome.FAIL || result.outcome() == Outcome.OPEN) {
                failed.add(result.check().id());
            } else {
                failed.remove(result.check().id());
            }
        }
        if (!part.results().isEmpty()) {
            last.keep(known, whole, sources);
        }
    }

    private static Grade together(Grade first, Grade next, Selection all) {
        List<CheckResult> results = new ArrayList<>(first.results());
        results.addAll(next.results());
        results.sort(Comparator.comparing(result -> all.checks().indexOf(result.check())));
        return new Grade(first.stage(), first.seed(), results, first.seconds() + next.seconds());
    }
}
