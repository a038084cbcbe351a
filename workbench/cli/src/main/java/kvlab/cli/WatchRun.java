package kvlab.cli;

import java.io.PrintWriter;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import kvlab.cluster.UsageException;
import kvlab.grader.CheckResult;
import kvlab.grader.Grade;
import kvlab.grader.NotGradable;
import kvlab.grader.Outcome;
import kvlab.grader.Selection;
import kvlab.grader.Subject;
import kvlab.grader.output.HtmlReport;
import kvlab.grader.output.JsonReport;
import kvlab.handout.Changes;
import kvlab.handout.DoesNotCompile;
import kvlab.handout.GradeFile;
import kvlab.handout.Project;

/**
 * Grades a project again whenever its sources change. Whoever works on a check wants to hear of that one first: what failed
 * last time is graded before the rest, and the rest only when none of it fails any more.
 */
final class WatchRun {

    private final Project project;
    private final GradeFile kept;
    private final PrintWriter err;

    WatchRun(Project project, PrintWriter err) {
        this.project = project;
        this.kept = new GradeFile(project);
        this.err = err;
    }

    interface Build {
        Subject subject() throws Exception;
    }

    interface Grading {
        Grade of(List<String> ids) throws Exception;
    }

    /** Ends by Ctrl-C alone, once the first grade was told: what was wrong until then may be the command line. */
    int run(Build build, Grading grading, List<String> only) throws Exception {
        try (Changes changes = new Changes(project)) {
            String graded = "";
            boolean isFirst = true;
            while (true) {
                try {
                    String sources = project.fingerprint();
                    if (!sources.equals(graded)) {
                        graded = sources;
                        tell(build, grading, only, sources);
                        waiting();
                    }
                    isFirst = false;
                } catch (UsageException | NoSuchFileException e) {
                    if (isFirst) {
                        throw e;
                    }
                    // What comes next may make the same sources of it: an editor puts the file back that it took away.
                    graded = "";
                    Lab.explain(e, err, Lab.UNDECIDED);
                    waiting();
                }
                changes.await();
            }
        }
    }

    private void waiting() {
        err.println("lab: waiting for the next change in " + project.folder() + "; Ctrl-C ends it");
    }

    private void tell(Build build, Grading grading, List<String> only, String sources) throws Exception {
        try {
            List<String> all = ids(Selection.of(build.subject(), only, 0));
            Set<String> known = kept.notPassed();
            List<String> first = all.stream().filter(known::contains).toList();
            Grade grade = grading.of(first.isEmpty() ? all : first);
            List<String> rest = all.stream().filter(id -> !first.contains(id)).toList();
            if (!first.isEmpty() && !rest.isEmpty() && grade.count(Outcome.FAIL) == 0) {
                grade = together(grade, grading.of(rest), all);
            }
            boolean whole = only.isEmpty() && grade.results().size() == all.size();
            kept.keep(JsonReport.text(grade), whole, sources);
            if (whole) {
                kept.keepPage(HtmlReport.text(grade));
            }
        } catch (DoesNotCompile e) {
            Lab.explain(e, err, Lab.UNDECIDED);
        } catch (NotGradable e) {
            Lab.explain(e, err, Lab.UNDECIDED);
        }
    }

    private static Grade together(Grade first, Grade rest, List<String> order) {
        List<CheckResult> results = new ArrayList<>(first.results());
        results.addAll(rest.results());
        results.sort(Comparator.comparing(result -> order.indexOf(result.check().id())));
        return new Grade(first.stage(), first.seed(), results, first.seconds() + rest.seconds());
    }

    private static List<String> ids(Selection selection) {
        return selection.checks().stream().map(check -> check.id()).toList();
    }
}
