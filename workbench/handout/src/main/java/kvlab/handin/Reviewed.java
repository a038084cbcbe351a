package kvlab.handin;

import java.util.List;
import kvlab.bench.Lint;

/**
 * A hand-in as its instructor sees it.
 *
 * @param key of the student: the name of the folder beside the page
 * @param file the zip
 * @param scores null when there is no grade
 * @param byHand the instructor's own score; null when there is none
 * @param regraded null when nobody asked
 * @param links pages beside this one, as label and file
 * @param superseded older zips of the same student
 */
record Reviewed(
        String key,
        String name,
        String file,
        Manifest manifest,
        Scores scores,
        Double byHand,
        Regraded regraded,
        Findings findings,
        List<Measured> measured,
        String prediction,
        String conclusion,
        List<Link> links,
        List<String> superseded) {

    record Link(String label, String file) {}

    /** One that is not taken. */
    record Refused(String file, String reason) {}

    Reviewed regraded(Regraded again) {
        return new Reviewed(
                key,
                name,
                file,
                manifest,
                scores,
                byHand,
                again,
                findings,
                measured,
                prediction,
                conclusion,
                links,
                superseded);
    }

    /** What counts; null when there is nothing. */
    Double score() {
        if (byHand != null) {
            return byHand;
        }
        if (regraded != null && !regraded.failed()) {
            return regraded.score();
        }
        return scores == null ? null : scores.score();
    }

    double max() {
        return scores == null ? 100 : scores.max();
    }

    /** Whatever is neither a claim nor a run. */
    List<Lint.Fault> lacking() {
        return findings.all().stream()
                .filter(fault -> !findings.contradicted().contains(fault)
                        && !findings.flawed().contains(fault))
                .toList();
    }
}
