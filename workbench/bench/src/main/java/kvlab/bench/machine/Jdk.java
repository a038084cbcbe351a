package kvlab.bench.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A Java that is installed, by what its own release file says: starting each one to ask would take seconds.
 *
 * @param version 17.0.15, 1.8.0_392
 * @param major 17, 8
 * @param vendor null when the release file does not tell
 * @param compiler whether it has javac: without one it is a JRE
 */
record Jdk(Path home, String version, int major, String vendor, boolean compiler) {
    static final int OLDEST = 17;

    static Optional<Jdk> at(Path folder) {
        Path home = Surroundings.realPath(folder);
        Map<String, String> release = release(home.resolve("release"));
        String version = release.getOrDefault("JAVA_VERSION", "");
        if (!version.matches("[1-9]\\d{0,3}([.+_-].*)?")) {
            return Optional.empty();
        }
        boolean compiler = Files.isExecutable(home.resolve("bin/javac"));
        return Optional.of(new Jdk(home, version, major(version), release.get("IMPLEMENTOR"), compiler));
    }

    /** Up to Java 8 the major version came second: 1.8. */
    private static int major(String version) {
        String[] parts = version.split("[.+_-]");
        return Integer.parseInt(parts[0].equals("1") && parts.length > 1 ? parts[1] : parts[0]);
    }

    private static Map<String, String> release(Path file) {
        try {
            return Files.readString(file)
                    .lines()
                    .map(line -> line.split("=", 2))
                    .filter(parts -> parts.length == 2)
                    .collect(Collectors.toMap(
                            parts -> parts[0].strip(),
                            parts -> parts[1].replace("\"", "").strip(),
                            (a, b) -> a));
        } catch (IOException e) {
            return Map.of();
        }
    }

    boolean builds() {
        return compiler && major >= OLDEST;
    }

    String text() {
        return (compiler ? "JDK " : "JRE ") + version + (vendor == null ? "" : " (" + vendor + ")");
    }
}
