package kvlab.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Something that runs as a node. A stage is a class path and the name of a factory: the module's jar, what
 * target/classpath lists, and the name that its META-INF/services gives.
 */
public record NodeProgram(String name, String classPath, String factory) {

    private static final String SERVICE = "META-INF/services/kvlab.node.NodeFactory";

    /** A stage that is built: one of the kit's, or a student's. */
    public static NodeProgram stage(Path directory) throws UsageException, IOException {
        Path target = directory.resolve("target");
        Path service = target.resolve("classes").resolve(SERVICE);
        Path dependencies = target.resolve("classpath");
        if (!Files.isRegularFile(service) || !Files.isRegularFile(dependencies)) {
            throw UsageException.of(directory + " is not a stage that is built: "
                    + (Files.isRegularFile(service) ? dependencies : service) + " is missing");
        }
        String classPath = jar(target) + ":" + Files.readString(dependencies).strip();
        return new NodeProgram(
                directory.toAbsolutePath().getFileName().toString(),
                classPath,
                Files.readString(service).strip());
    }

    private static Path jar(Path target) throws UsageException, IOException {
        try (Stream<Path> files = Files.list(target)) {
            return files.filter(file -> file.getFileName().toString().endsWith(".jar"))
                    .findFirst()
                    .orElseThrow(() -> UsageException.of(target + " holds no jar"))
                    .toAbsolutePath();
        }
    }

    /** The same program with another factory of its class path. */
    public NodeProgram with(String otherName, String otherFactory) {
        return new NodeProgram(otherName, classPath, otherFactory);
    }

    List<String> command(ClusterSpec spec, int port, Path data, Path scratch) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Xmx" + spec.heap());
        // A server that goes on after it ran out of heap answers some requests and forgets others.
        command.add("-XX:+ExitOnOutOfMemoryError");
        // Native libraries are unpacked there, and stay when the process is killed: the cluster removes them.
        command.add("-Djava.io.tmpdir=" + scratch);
        command.addAll(JvmFlags.quiet(Runtime.version().feature()));
        command.addAll(List.of("-cp", classPath, "kvlab.node.NodeMain", "--factory", factory));
        command.addAll(List.of("--port", Integer.toString(port), "--data", data.toString()));
        command.addAll(List.of("--cluster", String.join(",", spec.urls())));
        for (String setting : spec.settings()) {
            command.addAll(List.of("--set", setting));
        }
        return command;
    }
}
