package kvlab.stopwatch;

/**
 * The cost of one test class. The shares of classes that run at the same time add up to what both took.
 *
 * @param wall seconds from the start of the class to its end
 * @param cpu seconds of processor time, with those of all processes that it started
 * @param jvms started, whichever program they run
 * @param clusters started as processes: nodes whose data lies in one folder are one cluster
 */
record Cost(double wall, double cpu, double jvms, double clusters) {

    static final Cost NONE = new Cost(0, 0, 0, 0);

    Cost plus(Cost other) {
        return new Cost(wall + other.wall, cpu + other.cpu, jvms + other.jvms, clusters + other.clusters);
    }

    Cost dividedBy(int parts) {
        return new Cost(wall / parts, cpu / parts, jvms / parts, clusters / parts);
    }
}
