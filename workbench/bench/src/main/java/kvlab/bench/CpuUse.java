package kvlab.bench;

/**
 * What the processes of a cluster took within some time.
 *
 * @param seconds of CPU time
 * @param compilerSeconds what of it went into JIT compilation
 */
record CpuUse(double seconds, double compilerSeconds) {

    double compilerShare() {
        return seconds == 0 ? 0 : compilerSeconds / seconds;
    }
}
