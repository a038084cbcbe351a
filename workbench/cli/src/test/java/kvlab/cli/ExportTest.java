package kvlab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import kvlab.cluster.Cluster;
import kvlab.cluster.Stages;
import kvlab.cluster.UsageException;
import kvlab.handout.Export;
import kvlab.handout.Git;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What students clone, made of a copy of the kit, all of which is committed. */
@Tag("slow")
@Timeout(900)
@Tag("whole-kit")
class ExportTest {

    /** As many characters as a line that only one exercise has. */
    private static final int TELLING = 45;

    @TempDir
    private static Path shared;

    private static Path kit;
    private static Path edition;
    private static List<String> stages;

    @TempDir
    private Path directory;

    @BeforeAll
    static void committedKitAndItsEdition() throws Exception {
        kit = shared.resolve("kit");
        edition = shared.resolve("edition");
        stages = new Stages(BuiltKit.REAL).names();
        Files.walkFileTree(BuiltKit.REAL, new Copier(BuiltKit.REAL, kit, Set.of("target", ".git", ".kvlab")));
        Path service = Path.of("classes/META-INF/services/kvlab.node.NodeFactory");
        for (String stage : stages) {
            Path target = Path.of("stages", stage, "target");
            Path jar = Path.of("kvlab-" + stage + "-0.1-SNAPSHOT.jar");
            for (Path file : List.of(jar, Path.of("classpath"), service)) {
                Path copy = kit.resolve(target).resolve(file);
                Files.createDirectories(copy.getParent());
                Files.copy(BuiltKit.REAL.resolve(target).resolve(file), copy);
            }
        }
        commit(kit);
        // Git ignores this folder.
        Files.writeString(Files.createDirectories(kit.resolve("profiles/runs")).resolve("mine.json"), "{}");
        assertEquals("", new Export(kit).write(edition));
    }

    /** A copy of the kit or the edition, for a test that changes it. */
    private Path own(Path original) throws IOException {
        Path copy = directory.resolve(original.getFileName());
        Files.walkFileTree(original, new Copier(original, copy, Set.of()));
        return copy;
    }

    @Test
    void nothingInItTellsHowAnExerciseIsSolved() throws Exception {
        int exercises = 0;
        List<String> lines = new ArrayList<>();
        for (String file : BuiltKit.files(kit.resolve("stages"))) {
            Path handOut = edition.resolve("stages").resolve(file);
            if (file.matches("[0-9].*/src/main/.*\\.java")) {
                String left = Files.readString(handOut);
                assertEquals(count("@Exercise(", left), count("new UnsupportedOperationException(", left), file);
                exercises += count("@Exercise(", left);
                Files.readAllLines(kit.resolve("stages").resolve(file)).stream()
                        .map(String::strip)
                        .filter(line -> line.length() >= TELLING && !left.contains(line))
                        .forEach(lines::add);
            }
        }
        assertTrue(exercises >= stages.size(), "exercises: " + exercises);
        assertTrue(lines.size() > 20, lines.toString());
        for (String file : BuiltKit.files(edition)) {
            String text = Files.readString(edition.resolve(file), StandardCharsets.ISO_8859_1);
            for (String line : lines) {
                assertFalse(text.contains(line), file + ": " + line);
            }
        }
    }

    private static int count(String words, String text) {
        return text.split(Pattern.quote(words), -1).length - 1;
    }

    @Test
    void itIsWhatIsCommittedLessWhatTellsSolutions() throws Exception {
        List<String> more = new ArrayList<>(BuiltKit.files(edition));
        more.removeAll(BuiltKit.files(kit));
        List<String> expected = new ArrayList<>(List.of("edition.properties"));
        stages.forEach(stage -> expected.add("stages/" + stage + "/reference.jar"));
        assertEquals(expected, more);
        for (String gone :
                List.of("grader/gallery", "stages/1-single-node/src/test", "docs/answers.md", "profiles/runs")) {
            assertFalse(Files.exists(edition.resolve(gone)), gone);
        }
        assertTrue(Files.exists(kit.resolve("docs/answers.md")));
        assertFalse(Files.readString(edition.resolve("docs/instructors.md")).contains("](answers.md)"));
        assertFalse(Files.readString(edition.resolve("README.md")).contains("](grader/gallery)"));
        assertTrue(Files.isExecutable(edition.resolve("lab")));
        assertEquals("1", HandOuts.git(edition, "rev-list", "--all", "--count"));
        assertEquals("", HandOuts.git(edition, "status", "--porcelain", "--ignored"));
    }

    @Test
    void aReferenceHasNoSourcesAndNoNamesOfVariables() throws Exception {
        int classes = 0;
        for (String stage : stages) {
            try (JarFile jar = new JarFile(
                    edition.resolve("stages/" + stage + "/reference.jar").toFile())) {
                for (JarEntry entry : jar.stream().toList()) {
                    assertFalse(entry.getName().endsWith(".java"), entry.getName());
                    byte[] content = jar.getInputStream(entry).readAllBytes();
                    String text = new String(content, StandardCharsets.ISO_8859_1);
                    assertFalse(text.contains("LocalVariableTable"), entry.getName());
                    classes += text.contains("LineNumberTable") ? 1 : 0;
                }
            }
        }
        assertTrue(classes > 50, "classes: " + classes);
    }

    @Test
    void mavenBuildsItAndWhatItHandsOutIsTheSame() throws Exception {
        Path mine = own(edition);
        // All of it, and its tests, as ./lab does: what one of them needs may have been left out.
        maven(mine, "-Dquick", "-DskipTests", "package");
        for (String stage : stages) {
            assertEquals(handOut(kit, stage), handOut(mine, stage), stage);
        }
        try (Cluster node = HandOuts.start(new Stages(mine).find("3-replication"), directory)) {
            assertTrue(node.nodes().get(0).process().isAlive());
        }
        // A newer edition, whose files are as old as those of any other.
        Files.copy(
                mine.resolve("stages/2-sharding/reference.jar"),
                mine.resolve("stages/1-single-node/reference.jar"),
                StandardCopyOption.REPLACE_EXISTING);
        maven(mine, "-Dquick", "-DskipTests", "package", "-pl", "stages/1-single-node", "-am");
        try (JarFile jar = new JarFile(mine.resolve("stages/1-single-node/target")
                .resolve("kvlab-1-single-node-0.1-SNAPSHOT.jar")
                .toFile())) {
            assertEquals(
                    List.of("kvlab/sharding/StageNode.class"),
                    jar.stream()
                            .map(JarEntry::getName)
                            .filter(name -> name.endsWith("/StageNode.class"))
                            .toList());
        }
    }

    /** The files of a project, as whoever calls ./lab there gets it. */
    private Map<String, String> handOut(Path home, String stage) throws IOException {
        Path folder = directory.resolve("projects").resolve(home.getFileName()).resolve(stage);
        assertEquals("", lab(home, 0, "checkout", stage, folder.toString()));
        Map<String, String> contents = new TreeMap<>();
        for (String file : BuiltKit.files(folder)) {
            contents.put(file, Files.readString(folder.resolve(file), StandardCharsets.ISO_8859_1));
        }
        return contents;
    }

    @Test
    void aSolutionInANewFileIsNamedAndNothingIsExported() throws Exception {
        Path changed = own(kit);
        Path target = directory.resolve("edition");
        Files.writeString(
                changed.resolve("notebooks/answers.ipynb"),
                "{\"source\": [\"// byte[] value =\\n\",\n\"//    store.get(key);\\n\",\n"
                        + "\"// return value == null\\n\", \"//  ? new Response(Response.NOT_FOUND) : Response.ok(value);\\n\"]}\n");
        commit(changed);
        assertEquals(
                "lab: notebooks/answers.ipynb tells how LocalEntityService.get is solved"
                        + " (bytevaluestoregetkeyreturnvaluenullnewResponseResponseNOTFOUNDResponseokvalue); nothing was exported\n",
                lab(changed, 70, "export", target.toString()));
        assertFalse(Files.exists(target));
        Files.createDirectory(target);
        lab(changed, 70, "export", target.toString());
        assertEquals(List.of(), BuiltKit.files(target));
    }

    @Test
    void whatIsNotCommittedIsNamed() throws Exception {
        Path changed = own(kit);
        Files.writeString(changed.resolve("README.md"), "other");
        Files.writeString(changed.resolve("docs/new.md"), "words");
        assertEquals(
                "README.md, docs/new.md: changed and not committed; only what is committed is exported",
                refusal(changed));
    }

    @Test
    void aFolderThatIsInTheKitIsLeftAlone() throws Exception {
        Path inside = kit.resolve(".kvlab/edition");
        assertEquals(
                "lab: " + inside + " is inside the kit; expected a folder elsewhere\n",
                lab(kit, 64, "export", inside.toString()));
        assertFalse(Files.exists(inside));
        Path link = Files.createSymbolicLink(directory.resolve("link"), kit.resolve("docs"));
        assertEquals(
                "lab: " + link.resolve("new") + " is inside the kit; expected a folder elsewhere\n",
                lab(kit, 64, "export", link.resolve("new").toString()));
    }

    @Test
    void aLinkOutOfTheKitIsNotFollowed() throws Exception {
        Path secret = Files.writeString(directory.resolve("secret"), "words");
        Path changed = own(kit);
        Path link = Files.createSymbolicLink(changed.resolve("docs/link.txt"), secret);
        commit(changed);
        assertEquals(link + " is a symbolic link, and may lead out of the kit; expected a file", refusal(changed));
        assertFalse(Files.exists(directory.resolve("edition")));
    }

    @Test
    void anEditionHasNoSolutionAndMakesNoEdition() throws Exception {
        Path folder = directory.resolve("mine");
        assertEquals(
                "lab: --solution: this is the student edition of the kit, which has none\n",
                lab(edition, 64, "checkout", "1-single-node", folder.toString(), "--solution"));
        assertFalse(Files.exists(folder));
        assertEquals(
                "lab: " + edition + " is a student edition; expected all of the kit to make one of\n",
                lab(edition, 64, "export", folder.toString()));
    }

    @Test
    void withoutAGalleryTheSelfTestSaysSo() throws Exception {
        assertEquals(
                "lab: --only moon: there is no such broken node; there are stages and broken nodes, as 2-sharding, "
                        + "2-sharding:order\n",
                lab(kit, 64, "grade", "--self-test", "--only", "moon"));
        String classPath = Arrays.stream(System.getProperty("java.class.path").split(":"))
                .filter(entry -> !entry.contains("gallery"))
                .collect(Collectors.joining(":"));
        Process lab = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        classPath,
                        Lab.class.getName(),
                        "grade",
                        "--self-test")
                .redirectErrorStream(true)
                .start();
        String said = new String(lab.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals("lab: --self-test: this is a student edition of the kit, and has no broken nodes\n", said);
        assertEquals(64, lab.waitFor());
    }

    private String refusal(Path home) {
        return assertThrows(UsageException.class, () -> new Export(home).write(directory.resolve("edition")))
                .getMessage();
    }

    /** What a command says to stderr. */
    private static String lab(Path home, int exitCode, String... arguments) {
        LabHere lab = LabHere.run(home, arguments);
        assertEquals(exitCode, lab.exit(), lab.err());
        return lab.err();
    }

    private static void commit(Path home) throws Exception {
        assertEquals("", Git.commit(home, "the kit"));
    }

    private static void maven(Path home, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of("mvn", "-B", "-q"));
        command.addAll(List.of(arguments));
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(home.toFile()).redirectErrorStream(true);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        Process maven = builder.start();
        String said = new String(maven.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, maven.waitFor(), said);
    }

    private static final class Copier extends SimpleFileVisitor<Path> {

        private final Path from;
        private final Path to;
        private final Set<String> without;

        Copier(Path from, Path to, Set<String> without) {
            this.from = from;
            this.to = to;
            this.without = without;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
            if (without.contains(folder.getFileName().toString())) {
                return FileVisitResult.SKIP_SUBTREE;
            }
            Files.createDirectories(to.resolve(from.relativize(folder)));
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            // In a linked worktree .git is a file that names the real repository; a copy of it would commit there.
            if (!without.contains(file.getFileName().toString())) {
                Files.copy(file, to.resolve(from.relativize(file)), StandardCopyOption.COPY_ATTRIBUTES);
            }
            return FileVisitResult.CONTINUE;
        }
    }
}
