package kvlab.bench.profile;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import kvlab.cluster.Target;

/** The library of async-profiler, which JVMs that run already can load. */
public final class Agent {

    private static final String LIBRARY = "libasyncProfiler.so";

    private final Jvms jvms;
    private final Path library;
    private final Path folder;
    private final Path kept;

    private Agent(Jvms jvms, Path library, Path kept) {
        this.jvms = jvms;
        this.library = library;
        this.folder = library.getParent();
        this.kept = kept;
    }

    /**
     * Takes the library for this machine out of its jar.
     *
     * @param folder for the library and for recordings; it is made
     */
    public static Agent unpack(Path folder) throws IOException {
        return unpack(folder, System.getProperty("os.name"), System.getProperty("os.arch"));
    }

    static Agent unpack(Path folder, String system, String architecture) throws IOException {
        Path library = library(folder, system, architecture);
        return new Agent(new JvmsHere(), library, library.getParent());
    }

    /**
     * For the JVMs of a target box.
     *
     * @param folder for the library, and for recordings that have been fetched; it is made
     */
    public static Agent unpack(Path folder, Target target) throws IOException {
        Jvms jvms = new JvmsThere(target);
        Path library = library(folder, "Linux", target.architecture());
        return new Agent(jvms, target.put(library), library.getParent());
    }

    private static Path library(Path folder, String system, String architecture) throws IOException {
        String resource = "/" + platform(system, architecture) + "/" + LIBRARY;
        try (InputStream content = Agent.class.getResourceAsStream(resource)) {
            if (content == null) {
                throw new IOException("async-profiler has no library for " + system + " on " + architecture
                        + "; it has for Linux on amd64 and aarch64, and macOS");
            }
            Path library = Files.createDirectories(folder).toAbsolutePath().resolve(LIBRARY);
            Files.write(library, content.readAllBytes());
            return library;
        }
    }

    private static String platform(String system, String architecture) {
        if (system.toLowerCase(Locale.ROOT).startsWith("mac")) {
            return "macos";
        }
        String cpu = architecture.equals("amd64") ? "x64" : architecture.equals("aarch64") ? "arm64" : architecture;
        return system.toLowerCase(Locale.ROOT) + "-" + cpu;
    }

    /**
     * Starts to record a node.
     *
     * @param process of the node, by its number where it runs
     * @return empty when the node is no JVM. To ask whoever it is would be dangerous: the first thing that a JVM gets to hear
     *     of it is SIGQUIT, which ends other programs
     */
    public Optional<Recording> record(int port, long process, Set<ProfileEvent> events) throws IOException {
        Optional<String> jvm = jvms.find(process);
        if (jvm.isEmpty()) {
            return Optional.empty();
        }
        Recording recording = new Recording(this, port, jvm.get(), kept.resolve("node-" + port));
        recording.start(events);
        return Optional.of(recording);
    }

    void command(String pid, String options) throws IOException, Jvms.RefusedException {
        jvms.load(pid, library, options);
    }

    /** What a JVM has to call a file of ours. */
    Path there(Path file) {
        return folder.resolve(file.getFileName());
    }

    /** Brings it here, if it is elsewhere and exists. */
    void fetch(Path file) throws IOException {
        jvms.fetch(there(file), file);
    }
}
