package kvlab.sandbox;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What this machine has, in bytes, as the kernel tells it. */
public final class MachineMemory {

    private static final Path FILE = Path.of("/proc/meminfo");
    private static final long KIB = 1024;

    private MachineMemory() {}

    static long all() throws IOException {
        return line("MemTotal");
    }

    /** What programs could take now without swapping. */
    public static long available() throws IOException {
        return line("MemAvailable");
    }

    private static long line(String name) throws IOException {
        Matcher found = Pattern.compile("(?m)^" + name + ":\\s+([0-9]+) kB$")
                .matcher(Files.readString(FILE, StandardCharsets.US_ASCII));
        if (!found.find()) {
            throw new IOException(FILE + " has no " + name);
        }
        return Long.parseLong(found.group(1)) * KIB;
    }
}
