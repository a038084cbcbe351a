package kvlab.bench;

/**
 * What the processes of a cluster took within some time.
 *
 * @param seconds of CPU time
 * @param compilerSeconds what of it went into JIT compilation
 * @param collectorSeconds and into garbage collection
 */
record CpuUse(double seconds, double compilerSeconds, double collectorSeconds) {

    double compilerShare() {
        return seconds == 0 ? 0 : compilerSeconds / seconds;
    }

    double collectorShare() {
        return seconds == 0 ? 0 : collectorSeconds / seconds;
    }
}
