package kvlab.cli;

import java.io.IOException;
import java.util.Set;
import kvlab.grader.Grade;
import kvlab.grader.NotGradable;
import kvlab.grader.output.HtmlReport;
import kvlab.grader.output.JsonReport;
import kvlab.handout.GradeFile;
import kvlab.handout.Project;

/** What a project keeps of its grades, for hints and hand-ins. */
final class LastGrade {

    private final GradeFile file;

    /** @param project null where nothing is kept */
    LastGrade(Project project) {
        this.file = project == null ? null : new GradeFile(project);
    }

    /** Ids of the checks that failed when they were graded last. */
    Set<String> failed() throws IOException {
        return file == null ? Set.of() : file.failed();
    }

    /**
     * @param whole whether it is of all checks
     * @param sources the fingerprint of what was graded
     */
    void keep(Grade grade, boolean whole, String sources) throws IOException {
        if (file == null) {
            return;
        }
        file.keep(JsonReport.text(grade), whole, sources);
        if (whole) {
            file.keepPage(HtmlReport.text(grade));
        }
    }

    /** One that somebody ended came to nothing by no fault of the project. */
    void keepNone(Exception why) throws IOException {
        boolean isInterrupted = why instanceof NotGradable ended && ended.isInterrupted();
        if (file != null && !isInterrupted) {
            file.keepNone(why.getMessage());
        }
    }
}
