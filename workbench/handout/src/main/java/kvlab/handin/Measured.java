package kvlab.handin;

/**
 * A run of a student's code, or a knee, beside the same of the reference.
 *
 * @param p50Millis null of a knee, like p99Millis
 * @param baseline the run that it is beside; null when there is none that is comparable
 * @param elsewhere whether that was measured on another processor
 */
record Measured(
        String run,
        String op,
        int rate,
        Double p50Millis,
        Double p99Millis,
        String baseline,
        boolean elsewhere,
        Double rateRatio,
        Double p50Ratio,
        Double p99Ratio) {

    boolean isKnee() {
        return p50Millis == null;
    }
}
