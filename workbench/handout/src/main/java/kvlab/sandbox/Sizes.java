package kvlab.sandbox;

/** Bytes as people say them. */
final class Sizes {

    private static final long MIB = 1 << 20;

    private Sizes() {}

    static String text(long bytes) {
        return bytes % MIB == 0 ? bytes / MIB + " MiB" : bytes + " bytes";
    }

    static String rounded(long bytes) {
        return Math.round((double) bytes / MIB) + " MiB";
    }
}
