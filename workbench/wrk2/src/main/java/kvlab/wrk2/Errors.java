package kvlab.wrk2;

/**
 * What went wrong, by wrk2's kinds.
 *
 * @param connect a connection that could not be made
 * @param read a connection that ended or broke while an answer was due, or an answer that is no HTTP
 * @param write a connection that broke while a request was sent
 * @param status answers of 400 and above
 * @param timeout requests that waited for an answer longer than the timeout, each counted once
 */
record Errors(long connect, long read, long write, long status, long timeout) {

    /** @param sign -1 takes the others away */
    Errors plus(Errors other, int sign) {
        return new Errors(
                connect + sign * other.connect,
                read + sign * other.read,
                write + sign * other.write,
                status + sign * other.status,
                timeout + sign * other.timeout);
    }

    boolean anyOfSockets() {
        return connect + read + write + timeout > 0;
    }
}
