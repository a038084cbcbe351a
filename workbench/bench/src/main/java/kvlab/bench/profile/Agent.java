package kvlab.bench.profile;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import com.sun.tools.attach.VirtualMachineDescriptor;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** The library of async-profiler, which JVMs that run already can load. */
public final class Agent {

    private static final String LIBRARY = "libasyncProfiler.so";

    private final Path library;
    private final Path folder;

    private Agent(Path library, Path folder) {
        this.library = library;
        this.folder = folder;
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
        String resource = "/" + platform(system, architecture) + "/" + LIBRARY;
        try (InputStream content = Agent.class.getResourceAsStream(resource)) {
            if (content == null) {
                throw new IOException("there is no profile: async-profiler has no library for " + system + " on "
                        + architecture + "; it has for Linux on amd64 and aarch64, and macOS");
            }
            Path library = Files.createDirectories(folder).toAbsolutePath().resolve(LIBRARY);
            Files.write(library, content.readAllBytes());
            return new Agent(library, library.getParent());
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
     * @return empty when the node is no JVM. To ask whoever it is would be dangerous: the first thing that a JVM gets to hear
     *     of it is SIGQUIT, which ends other programs
     */
    public Optional<Recording> record(int port, ProcessHandle node, Set<ProfileEvent> events) throws IOException {
        Optional<String> jvm = jvm(node);
        if (jvm.isEmpty()) {
            return Optional.empty();
        }
        Recording recording = new Recording(this, port, jvm.get(), folder.resolve("node-" + port));
        recording.start(events);
        return Optional.of(recording);
    }

    /** A node may be a script around the real program. */
    private static Optional<String> jvm(ProcessHandle node) {
        Set<String> jvms =
                VirtualMachine.list().stream().map(VirtualMachineDescriptor::id).collect(Collectors.toSet());
        return LongStream.concat(LongStream.of(node.pid()), node.descendants().mapToLong(ProcessHandle::pid))
                .mapToObj(Long::toString)
                .filter(jvms::contains)
                .findFirst();
    }

    void command(String pid, String options) throws IOException, RefusedException {
        VirtualMachine jvm = attach(pid);
        try {
            jvm.loadAgentPath(library.toString(), options);
        } catch (com.sun.tools.attach.AgentInitializationException | com.sun.tools.attach.AgentLoadException e) {
            throw new RefusedException(e);
        } finally {
            jvm.detach();
        }
    }

    private static VirtualMachine attach(String pid) throws IOException {
        try {
            return VirtualMachine.attach(pid);
        } catch (AttachNotSupportedException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /** The profiler did not do as it was told; its log says why. */
    static final class RefusedException extends Exception {

        private static final long serialVersionUID = 1L;

        RefusedException(Exception cause) {
            super(cause.getMessage(), cause);
        }
    }
}
