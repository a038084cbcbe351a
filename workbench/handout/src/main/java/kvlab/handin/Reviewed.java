package kvlab.handin;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import kvlab.grader.Rule;

/**
 * A hand-in as its instructor sees it.
 *
 * @param key of the student: the name of the folder beside the page
 * @param file the zip
 * @param written when that file was, which the student's own date cannot turn back; ISO instant
 * @param handedIn the student's own grade; null when there is none
 * @param feedback the instructor's own words
 * @param regraded null when it was not graded once more
 * @param links pages beside this one, as label and file
 * @param superseded older hand-ins of the same student, as far as names tell
 */
record Reviewed(
        String key,
        String name,
        String file,
        String written,
        Manifest manifest,
        Scores handedIn,
        Feedback feedback,
        Regraded regraded,
        Findings findings,
        List<Measured> measured,
        String prediction,
        String conclusion,
        List<Link> links,
        List<Older> superseded) {

    record Link(String label, String file) {}

    /** @param doubt why it may be of somebody else, in a few words; null when nothing speaks for it */
    record Older(String file, String date, String doubt) {}

    /** One that is not taken. */
    record Refused(String file, String reason) {}

    Reviewed with(Regraded again, Feedback words, List<Link> more) {
        List<Link> all = new ArrayList<>(links);
        all.addAll(more);
        return new Reviewed(
                key,
                name,
                file,
                written,
                manifest,
                handedIn,
                words,
                again,
                findings,
                measured,
                prediction,
                conclusion,
                all,
                superseded);
    }

    /** Null when there is none of that kind. */
    Measured measured(String op, boolean knee) {
        return measured.stream()
                .filter(each -> each.isKnee() == knee && each.op().equals(op))
                .findFirst()
                .orElse(null);
    }

    boolean notGraded() {
        return regraded != null && regraded.failed();
    }

    /** The grade that counts. When grading once more failed there is none: then the student's own is no better. */
    Scores scores() {
        return regraded == null ? handedIn : regraded.scores();
    }

    /** Whether the student's own date is when the file was written, but for the time that it takes to send it. */
    boolean isDatedAsItsFile() {
        Duration between = Duration.between(Instant.parse(manifest.date()), Instant.parse(written));
        return between.abs().compareTo(Duration.ofHours(1)) < 0;
    }

    /** The student's own; null when there is none, or it is of other code. */
    Scores gradeOfThisCode() {
        return findings.gradeIsOfOtherCode() ? null : handedIn;
    }

    /** Whether some hand-in that this one supersedes may be of somebody else. */
    boolean isDoubtful() {
        return superseded.stream().anyMatch(each -> each.doubt() != null);
    }

    /** What counts; null when there is nothing. */
    Double score() {
        if (feedback.byHand() != null) {
            return feedback.byHand();
        }
        return scores() == null ? null : scores().score();
    }

    double max() {
        return feedback.byHand() != null || scores() == null ? Scores.ALL : scores().max();
    }

    /** What the student's own grade says of a rule, where grading once more says something else; null elsewhere. */
    Scores.Points claimed(Rule rule) {
        Scores.Points told = handedIn == null ? null : handedIn.byRule().get(rule);
        boolean isOther = regraded != null
                && told != null
                && !(scores() != null
                        && scores().byRule().containsKey(rule)
                        && told.isLike(scores().byRule().get(rule)));
        return isOther ? told : null;
    }
}
