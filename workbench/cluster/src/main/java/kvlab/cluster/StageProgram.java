package kvlab.cluster;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * A stage: a class path and the name of a factory. They are the module's jar, what target/classpath lists, and the name that
 * its META-INF/services gives.
 *
 * @param stage whose task it is, as 3-replication: the name of a stage of the kit, and of a folder that does not tell more
 * @param jvm which runs it
 * @param fingerprint of the sources, when they are somebody's project; null otherwise
 * @param brief whether its nodes live for seconds. What makes a JVM start slowly would then cost more than the node itself:
 *     the second compiler, the check of the JDK's classes, and a copy of RocksDB's library for each node
 */
public record StageProgram(
        String name, String stage, String classPath, String factory, Jvm jvm, String fingerprint, boolean brief)
        implements NodeProgram {

    /** The smallest in which a majority is not all. */
    private static final int USUAL_CLUSTER = 3;

    static final String MAIN = "kvlab.node.NodeMain";

    private static final String SERVICE = "META-INF/services/kvlab.node.NodeFactory";

    private static final List<String> BESIDE = List.of("-tests.jar", "-sources.jar", "-javadoc.jar");

    /** On the JVM that runs this; the name tells the stage. */
    public StageProgram(String name, String classPath, String factory) {
        this(name, name, classPath, factory, Jvm.own(), null);
    }

    public StageProgram(String name, String stage, String classPath, String factory, Jvm jvm, String fingerprint) {
        this(name, stage, classPath, factory, jvm, fingerprint, false);
    }

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
            return files.filter(file -> isMain(file.getFileName().toString()))
                    .max(Comparator.comparing(file -> file.toFile().lastModified()))
                    .orElseThrow(() -> UsageException.of(target + " holds no jar"))
                    .toAbsolutePath();
        }
    }

    /** A module may pack its tests, sources and documentation too, and an older version of itself may lie there. */
    private static boolean isMain(String file) {
        return file.endsWith(".jar") && BESIDE.stream().noneMatch(file::endsWith);
    }

    /** One for stage 1, and a cluster for the later ones; empty when the stage begins with no number. */
    public OptionalInt usualNodes() {
        return usualNodes(stage);
    }

    /** The same of a stage that need not be here. */
    public static OptionalInt usualNodes(String stage) {
        String number = stage.replaceFirst("\\D.*$", "");
        return number.isEmpty() ? OptionalInt.empty() : OptionalInt.of(number.equals("1") ? 1 : USUAL_CLUSTER);
    }

    /** The same class path with another factory of it. */
    public StageProgram with(String otherName, String otherFactory) {
        return new StageProgram(otherName, stage, classPath, otherFactory, jvm, fingerprint, brief);
    }

    /** The same with one more jar, or folder of classes, at the end of the class path. */
    public StageProgram plus(Path classes) {
        return new StageProgram(name, stage, classPath + ":" + classes, factory, jvm, fingerprint, brief);
    }

    /** The same on another JVM. */
    public StageProgram on(Jvm other) {
        return new StageProgram(name, stage, classPath, factory, other, fingerprint, brief);
    }

    /** The same for some seconds. */
    public StageProgram briefly() {
        return new StageProgram(name, stage, classPath, factory, jvm, fingerprint, true);
    }

    @Override
    public boolean understandsVia() {
        return true;
    }

    @Override
    public List<String> command(NodeSpec node) {
        List<String> command = new ArrayList<>();
        command.add(jvm.java().toString());
        if (brief && jvm.equals(Jvm.own())) {
            command.addAll(quickStart());
        }
        command.addAll(flags(node.heap()));
        // Native libraries are unpacked there, and stay when the process is killed: the cluster removes them.
        command.add("-Djava.io.tmpdir=" + node.temporary());
        command.addAll(List.of("-cp", classPath, MAIN));
        command.addAll(arguments(node));
        return command;
    }

    /** The archive and the library lie on this machine; a class path of another machine names no file here. */
    private List<String> quickStart() {
        List<String> flags = new ArrayList<>(List.of("-Xshare:auto"));
        flags.add("-Djava.library.path=" + NativeLibraries.path(classPath));
        if (Files.exists(Path.of(classPath.split(File.pathSeparator)[0]))) {
            ClassArchive.ofKit().ifPresent(archive -> flags.add("-XX:SharedArchiveFile=" + archive));
        }
        return flags;
    }

    /** What its JVM is told, of whichever node. */
    public List<String> flags(String heap) {
        // A server that goes on after it ran out of heap answers some requests and forgets others.
        List<String> flags = new ArrayList<>(List.of("-Xmx" + heap, "-XX:+ExitOnOutOfMemoryError"));
        if (brief) {
            flags.add("-XX:TieredStopAtLevel=1");
        }
        flags.addAll(JvmFlags.quiet(jvm.version()));
        return flags;
    }

    /** The command that tells its settings. */
    List<String> help() {
        return List.of(jvm.java().toString(), "-cp", classPath, MAIN, "--factory", factory, "--help");
    }

    /** What its main class is told. */
    List<String> arguments(NodeSpec node) {
        List<String> arguments = new ArrayList<>(List.of("--factory", factory));
        arguments.addAll(List.of(
                "--port", Integer.toString(node.port()), "--data", node.data().toString()));
        arguments.addAll(List.of("--cluster", String.join(",", node.cluster())));
        if (!node.address().equals(NodeSpec.LOOPBACK)) {
            arguments.addAll(List.of("--bind", node.address()));
        }
        if (!node.member().equals(NodeSpec.url(NodeSpec.LOOPBACK, node.port()))) {
            arguments.addAll(List.of("--self", node.member()));
        }
        for (String member : node.cluster()) {
            if (node.via().containsKey(member)) {
                arguments.addAll(List.of("--via", member + "=" + node.via().get(member)));
            }
        }
        for (String setting : node.settings()) {
            arguments.addAll(List.of("--set", setting));
        }
        return arguments;
    }
}
