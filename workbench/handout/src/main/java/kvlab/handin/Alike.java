package kvlab.handin;

import java.util.Map;

/**
 * What comparing all hand-ins came to.
 *
 * @param byStage what is alike, by the stage that was handed in
 * @param kept what each of it is seen with in full, a file beside the page
 * @param problem why there is no more of it, in a sentence; null when all was compared
 */
record Alike(Map<String, Similarity> byStage, Map<String, String> kept, String problem) {

    /** Null when there is nobody. */
    Similarity.Pair mostAlike(Reviewed student) {
        Similarity similarity = byStage.get(student.manifest().stage());
        return similarity == null ? null : similarity.mostAlike(student.key());
    }

    /** Whether others of its stage were compared, and this one could not be. */
    boolean leavesOut(Reviewed student) {
        return byStage.containsKey(student.manifest().stage()) && mostAlike(student) == null;
    }
}
