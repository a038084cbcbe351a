package kvlab.wrk2;

/** What a script's {@code done} is given, and what the first lines of the report summarise. */
interface Stats {

    long count();

    double min();

    double max();

    double mean();

    double stdev();

    /** The percentage of the samples within one standard deviation of the mean. */
    double withinStdev();

    double percentile(double percentile);

    /** Script's {@code latency[i]}: the i-th smallest sample, from 1. */
    double at(long index);
}
