package kvlab.handout;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import kvlab.cluster.Folders;
import kvlab.cluster.Jvm;
import kvlab.cluster.StageProgram;
import kvlab.cluster.Stages;
import kvlab.cluster.UsageException;

/**
 * Builds a student's project as the kit builds its own stages: the same compiler, and the class path of the kit's own stage,
 * whatever the project's pom says and whatever lies in its lib/. It takes a second or two, and only when something is new.
 *
 * <p>What is there is replaced when all of the new is there: a node that runs keeps the jar that it was started with.
 */
public final class ProjectBuild {

    static final String SERVICE = "META-INF/services/kvlab.node.NodeFactory";

    private static final List<String> OPTIONS =
            List.of("--release", "17", "-proc:none", "-Xlint:all", "-parameters", "-encoding", "UTF-8");

    private static final String OF_SOURCES = "a project is built of sources, and of nothing else";

    /** How a class file begins. */
    private static final byte[] CLASS = {(byte) 0xCA, (byte) 0xFE, (byte) 0xBA, (byte) 0xBE};

    /** How a jar begins, as any zip does. */
    private static final byte[] JAR = {'P', 'K', 3, 4};

    private final Stages stages;
    private final SourceCompiler compiler;
    private final Consumer<String> warnings;

    /** @param warnings is told what the compiler says of sources that it accepts */
    public ProjectBuild(Path kitHome, Consumer<String> warnings) {
        this(kitHome, SourceCompiler.here(), warnings);
    }

    public ProjectBuild(Path kitHome, SourceCompiler compiler, Consumer<String> warnings) {
        this.stages = new Stages(kitHome);
        this.compiler = compiler;
        this.warnings = warnings;
    }

    /** A stage of the kit by its name; a project by its folder, built; or any other folder that is built. */
    public StageProgram find(String nameOrFolder) throws UsageException, IOException, DoesNotCompile {
        if (!stages.names().contains(nameOrFolder) && Project.isAt(Path.of(nameOrFolder))) {
            return build(Project.at(Path.of(nameOrFolder)));
        }
        return stages.find(nameOrFolder);
    }

    public StageProgram build(Project project) throws UsageException, IOException, DoesNotCompile {
        String name = project.folder().getFileName().toString();
        Path target = target(project);
        Path jar = target.resolve(name + ".jar");
        Path stamp = target.resolve("built");
        String classPath = classPath(project);
        String fingerprint = project.fingerprint();
        String sources = fingerprint + "\n" + times(classPath);
        if (!Files.exists(jar)
                || !Files.exists(stamp)
                || !Files.readString(stamp).equals(sources)) {
            Path fresh = Files.createTempDirectory(target, "build-");
            try {
                compile(project, classPath, fresh.resolve("classes"));
                pack(fresh.resolve("classes"), fresh.resolve("jar"));
                Files.deleteIfExists(stamp);
                Folders.remove(target.resolve("classes"));
                Files.move(fresh.resolve("classes"), target.resolve("classes"));
                Files.move(fresh.resolve("jar"), jar, StandardCopyOption.ATOMIC_MOVE);
                Files.writeString(target.resolve("classpath"), classPath);
                Files.writeString(stamp, sources);
            } finally {
                Folders.remove(fresh);
            }
        }
        return new StageProgram(name, project.stage(), jar + ":" + classPath, factory(project), Jvm.own(), fingerprint);
    }

    /** A folder that somebody else made may lead elsewhere, and what is built is written there. */
    private static Path target(Project project) throws UsageException, IOException {
        Path target = project.folder().resolve("target");
        if (!Files.isSymbolicLink(target)) {
            Files.createDirectories(target);
        }
        try (Stream<Path> files = Files.walk(target)) {
            Path link = files.filter(Files::isSymbolicLink).findFirst().orElse(null);
            if (link != null) {
                throw UsageException.of(
                        link + " is a symbolic link; remove it: what is built is not written elsewhere");
            }
        }
        return target;
    }

    private String classPath(Project project) throws UsageException, IOException {
        return Files.readString(stages.folder(project.stage()).resolve("target/classpath"))
                .strip();
    }

    /** A kit that was built again may have other classes under the same names. */
    private static String times(String classPath) throws IOException {
        StringBuilder times = new StringBuilder();
        for (String entry : classPath.split(":")) {
            Path file = Path.of(entry);
            times.append(entry).append(' ');
            times.append(Files.exists(file) ? Files.getLastModifiedTime(file) : "missing")
                    .append('\n');
        }
        return times.toString();
    }

    private static String factory(Project project) throws UsageException, IOException {
        Path service = project.folder().resolve(Project.RESOURCES).resolve(SERVICE);
        if (!Files.isRegularFile(service)) {
            throw UsageException.of(
                    service + " is missing; it has one line, the name of the class of your NodeFactory");
        }
        return Files.readString(service).strip();
    }

    private void compile(Project project, String classPath, Path classes)
            throws UsageException, IOException, DoesNotCompile {
        Files.createDirectories(classes);
        Path java = project.folder().resolve(Project.JAVA);
        Path resources = project.folder().resolve(Project.RESOURCES);
        List<Path> sources = new ArrayList<>();
        for (Path file : project.sources()) {
            if (file.startsWith(java)) {
                sources.add(file);
            } else {
                requireNoCode(file);
                Path copy = classes.resolve(resources.relativize(file));
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
            }
        }
        if (sources.isEmpty()) {
            throw new DoesNotCompile(project.folder() + " has no Java file below src/main/java", "");
        }
        SourceCompiler.Said said = compiled(sources, classPath, classes);
        String lines = said.lines().replace(project.folder() + "/", "").stripTrailing();
        if (!said.good()) {
            String trouble = said.trouble() == null ? "" : ": " + said.trouble();
            throw new DoesNotCompile(project.folder() + " does not compile" + trouble, lines);
        }
        if (!lines.isEmpty()) {
            warnings.accept(lines);
        }
    }

    /** Whoever grades a project, or compares it with others, goes by what can be read. */
    private static void requireNoCode(Path resource) throws UsageException, IOException {
        // The JVM finds it however it is written.
        if (resource.toString().toUpperCase(Locale.ROOT).endsWith("/" + JarFile.MANIFEST_NAME)) {
            throw UsageException.of(resource + " could name other classes; remove it: " + OF_SOURCES);
        }
        try (InputStream in = Files.newInputStream(resource)) {
            byte[] first = in.readNBytes(CLASS.length);
            if (Arrays.equals(first, CLASS) || Arrays.equals(first, JAR)) {
                throw UsageException.of(resource + " is compiled code, or packed as that is; remove it: " + OF_SOURCES);
            }
        }
    }

    /** Whether a project was refused for what is no source: it would be the next time, too. */
    public static boolean isRefusedFor(String reason) {
        return reason.endsWith(OF_SOURCES);
    }

    private SourceCompiler.Said compiled(List<Path> sources, String classPath, Path classes) throws IOException {
        try {
            return compiler.compile(OPTIONS, classPath, sources, classes);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while sources were compiled");
        }
    }

    private static void pack(Path classes, Path jar) throws IOException {
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream packed = new JarOutputStream(out);
                Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                packed.putNextEntry(new ZipEntry(classes.relativize(file).toString()));
                Files.copy(file, packed);
            }
        }
    }
}
