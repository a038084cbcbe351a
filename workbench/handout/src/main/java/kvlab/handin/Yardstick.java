package kvlab.handin;

/**
 * What of the reference a student's figures are beside.
 *
 * @param handedIn whether the student handed it in: it is of the student's own machine, and nobody else saw it made
 * @param elsewhere whether it was measured on another processor
 */
record Yardstick(Figures figures, boolean handedIn, boolean elsewhere) {

    /** Its name. */
    String run() {
        return figures.id();
    }

    /** What speaks against it, in a few words; empty when nothing does. */
    String doubt() {
        return handedIn ? "as handed in" : elsewhere ? "on another processor" : "";
    }
}
