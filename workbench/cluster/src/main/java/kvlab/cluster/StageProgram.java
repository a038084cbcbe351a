package kvlab.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A stage: a class path and the name of a factory. They are the module's jar, what target/classpath lists, and the name that
 * its META-INF/services gives.
 */
public record StageProgram(String name, String classPath, String factory) implements NodeProgram {

    private static final String SERVICE = "META-INF/services/kvlab.node.NodeFactory";

    /** A stage that is built: one of the kit's, or a student's. */
    public static StageProgram of(Path directory) throws UsageException, IOException {
        Path target = directory.resolve("target");
        Path service = target.resolve("classes").resolve(SERVICE);
        Path dependencies = target.resolve("classpath");
        if (!Files.isRegularFile(service) || !Files.isRegularFile(dependencies)) {
            throw UsageException.of(directory + " is not a stage that is built: "
                    + (Files.isRegularFile(service) ? dependencies : service) + " is missing");
        }
        String classPath = jar(target) + ":" + Files.readString(dependencies).strip();
        return new StageProgram(
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

    /** The same class path with another factory of it. */
    public StageProgram with(String otherName, String otherFactory) {
        return new StageProgram(otherName, classPath, otherFactory);
    }

    @Override
    public List<String> command(NodeSpec node) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Xmx" + node.heap());
        // A server that goes on after it ran out of heap answers some requests and forgets others.
        command.add("-XX:+ExitOnOutOfMemoryError");
        // Native libraries are unpacked there, and stay when the process is killed: the cluster removes them.
        command.add("-Djava.io.tmpdir=" + node.temporary());
        command.addAll(JvmFlags.quiet(Runtime.version().feature()));
        command.addAll(List.of("-cp", classPath, "kvlab.node.NodeMain", "--factory", factory));
        command.addAll(List.of(
                "--port", Integer.toString(node.port()), "--data", node.data().toString()));
        command.addAll(List.of("--cluster", String.join(",", node.cluster())));
        for (String setting : node.settings()) {
            command.addAll(List.of("--set", setting));
        }
        return command;
    }
}
