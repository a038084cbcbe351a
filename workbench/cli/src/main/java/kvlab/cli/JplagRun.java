package kvlab.cli;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import kvlab.bench.machine.JdkFinder;
import kvlab.cluster.Folders;
import kvlab.cluster.Stages;
import kvlab.cluster.UsageException;
import kvlab.handin.Comparing;
import kvlab.handin.Similarity;
import kvlab.handout.Checkout;
import kvlab.handout.Project;
import kvlab.sandbox.Ended;
import kvlab.sandbox.Limits;
import kvlab.sandbox.Sandbox;

/**
 * Calls JPlag, which an instructor downloads: its licence is not the kit's, and it takes a newer Java. What everybody was
 * handed out is subtracted, and the reference is compared as if a student had handed it in.
 */
final class JplagRun implements Comparing {

    private static final String SOURCES = "src/main/java";

    /** Class files of Java 1 have 45. */
    private static final int VERSIONS_BEFORE_JAVA = 44;

    /** Of one hand-in, and many times a stage. One that takes JPlag all its time or memory would cost the others theirs. */
    private static final long MOST_MEBI = 1;

    private final Path jar;
    private final Path kit;
    private final Path scratch;

    /** @param scratch an empty folder */
    JplagRun(Path jar, Path kit, Path scratch) {
        this.jar = jar;
        this.kit = kit;
        this.scratch = scratch;
    }

    /** Which Java its main class was compiled for. */
    private static int version(Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            String main = file.getManifest().getMainAttributes().getValue(Attributes.Name.MAIN_CLASS);
            ZipEntry entry = file.getEntry(main.replace('.', '/') + ".class");
            try (InputStream in = file.getInputStream(entry);
                    DataInputStream head = new DataInputStream(in)) {
                head.readInt();
                head.readUnsignedShort();
                return head.readUnsignedShort() - VERSIONS_BEFORE_JAVA;
            }
        } catch (IOException | RuntimeException e) {
            throw new IOException("--similarity " + jar + ": expected the jar of JPlag, and this is no program", e);
        }
    }

    private Path java() throws IOException {
        if (!Files.isRegularFile(jar)) {
            throw new IOException("--similarity " + jar + ": expected the jar of JPlag, and there is no such file");
        }
        int version = version(jar);
        return JdkFinder.atLeast(kit, version)
                .orElseThrow(() -> new IOException("--similarity " + jar + " takes Java " + version
                        + " or newer, and there is none on this machine"));
    }

    @Override
    public Similarity of(String stage, SortedMap<String, Path> projects, Path kept)
            throws IOException, InterruptedException {
        Path home = java();
        Path folder = Files.createDirectories(scratch.resolve("similarity-" + stage));
        try {
            Path root = folder.resolve("root");
            for (Map.Entry<String, Path> each : projects.entrySet()) {
                Path sources = each.getValue().resolve(SOURCES);
                if (size(sources) <= MOST_MEBI << 20) {
                    copy(sources, root.resolve(each.getKey()));
                }
            }
            if (!Files.exists(root)) {
                throw new IOException(
                        "no hand-in of " + stage + " can be compared: expected at most " + MOST_MEBI + " MiB of Java");
            }
            Path handOut = folder.resolve("hand-out");
            try {
                copy(new Stages(kit).folder(stage).resolve(SOURCES), root.resolve(Similarity.REFERENCE));
                new Checkout(kit, "").write(stage, Checkout.Content.EXERCISES, handOut);
            } catch (UsageException e) {
                throw new IOException(e.getMessage(), e);
            }
            Path work = Files.createDirectories(folder.resolve("work"));
            run(home, root, handOut.resolve(SOURCES), work);
            Similarity similarity = Similarity.parse(Files.readString(work.resolve("result/results.csv")));
            Files.move(work.resolve("result.jplag"), kept, StandardCopyOption.REPLACE_EXISTING);
            return similarity;
        } finally {
            Folders.remove(folder);
        }
    }

    private void run(Path java, Path root, Path base, Path work) throws IOException, InterruptedException {
        Path program = jar.toRealPath();
        List<String> command = new ArrayList<>(List.of(java.resolve("bin/java").toString(), "-Xmx2g", "-jar"));
        command.addAll(List.of(program.toString(), "--mode", "RUN", "-l", "java", "-bc", base.toString()));
        command.addAll(List.of("--csv-export", "-r", work.resolve("result").toString(), "--overwrite"));
        command.addAll(List.of("--cluster-skip", "--log-level", "ERROR", root.toString()));
        // It reads what nobody has read, and is somebody else's program itself.
        Sandbox sandbox = Sandbox.open();
        Limits limits = Limits.ofNode()
                .withTime(Duration.ofMinutes(30))
                .withMemory(3L << 30)
                .withWork(1L << 30);
        Ended ended = sandbox.run(limits, command, work, List.of(java, program, root, base));
        if (ended.wasKilled()) {
            throw new IOException("JPlag was killed, since " + ended.reason());
        }
        if (ended.exit().code() != 0 || !Files.exists(work.resolve("result.jplag"))) {
            String last = ended.output()
                    .lines()
                    .filter(line -> !line.isBlank())
                    .reduce("it said nothing", (earlier, line) -> line);
            throw new IOException("JPlag made no result and " + ended.exit() + ": " + last);
        }
    }

    /** The Java files, as a build takes them. */
    private static List<Path> javaFiles(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".java") && !Project.isOfEditor(file))
                    .toList();
        }
    }

    private static long size(Path sources) throws IOException {
        long size = 0;
        for (Path file : javaFiles(sources)) {
            size += Files.size(file);
        }
        return size;
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        for (Path file : javaFiles(from)) {
            Path copy = to.resolve(from.relativize(file).toString());
            Files.createDirectories(copy.getParent());
            Files.copy(file, copy);
        }
    }
}
