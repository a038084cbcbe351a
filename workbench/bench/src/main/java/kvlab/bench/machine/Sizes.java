package kvlab.bench.machine;

import java.util.Locale;

/** Byte counts for people. */
final class Sizes {
    static final long KIB = 1024;
    static final long MIB = 1024 * KIB;
    static final long GIB = 1024 * MIB;

    private Sizes() {}

    static String text(long bytes) {
        if (bytes >= GIB) {
            return String.format(Locale.ROOT, "%.1f GiB", (double) bytes / GIB);
        }
        return bytes >= MIB ? bytes / MIB + " MiB" : bytes / KIB + " KiB";
    }
}
