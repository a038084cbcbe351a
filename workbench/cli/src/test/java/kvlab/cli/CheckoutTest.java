package kvlab.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import kvlab.cluster.Cluster;
import kvlab.cluster.Folders;
import kvlab.cluster.NodeFailure;
import kvlab.cluster.StageProgram;
import kvlab.cluster.Stages;
import kvlab.cluster.UsageException;
import kvlab.handout.Checkout;
import kvlab.handout.DoesNotCompile;
import kvlab.handout.Git;
import kvlab.handout.Project;
import kvlab.handout.ProjectBuild;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a student gets, made of the kit as it is. */
@Tag("slow")
@Tag("whole-kit")
class CheckoutTest {

    private static final Path HOME = Path.of(System.getProperty("kvlab.home"));
    private static final String STAGE = "3-replication";

    private static final Pattern HOLE =
            Pattern.compile("\\{\\n +throw new UnsupportedOperationException\\(\\s*\"(?:[^\"\\\\]|\\\\.)*\"\\);\\n +}");

    @TempDir
    private Path directory;

    private final Checkout checkout = new Checkout(HOME, "c0ffee");
    private final List<String> warnings = new ArrayList<>();
    private final ProjectBuild build = new ProjectBuild(HOME, warnings::add);

    static List<String> stages() throws IOException {
        return new Stages(HOME).names();
    }

    /** StepsTest starts the other stages in its own JVM. */
    @ParameterizedTest
    @MethodSource("stages")
    void everyHandOutCompilesWithoutAWarningAndStarts(String stage) throws Exception {
        StageProgram program =
                build.find(project(stage, Checkout.Content.EXERCISES).toString());
        assertEquals(List.of(), warnings);
        assertEquals(stage, program.stage());
        if (stage.equals(STAGE)) {
            try (Cluster node = start(program)) {
                assertTrue(node.nodes().get(0).process().isAlive());
            }
        }
    }

    @Test
    void theSolutionIsTheStageAsItIs() throws Exception {
        Path sources = project(STAGE, Checkout.Content.SOLUTION).resolve("src/main");
        Path stage = HOME.resolve("stages").resolve(STAGE).resolve("src/main");
        assertEquals(BuiltKit.files(stage), BuiltKit.files(sources));
        for (String file : BuiltKit.files(stage)) {
            assertArrayEquals(Files.readAllBytes(stage.resolve(file)), Files.readAllBytes(sources.resolve(file)), file);
        }
    }

    /** To the letter, and told without the parser that makes the holes. */
    @Test
    void nothingButBodiesChanges() throws Exception {
        for (String stage : stages()) {
            Path sources = project(stage, Checkout.Content.EXERCISES).resolve("src/main");
            Path original = HOME.resolve("stages").resolve(stage).resolve("src/main");
            assertEquals(BuiltKit.files(original), BuiltKit.files(sources));
            int holes = 0;
            for (String file : BuiltKit.files(original)) {
                holes += holes(file, Files.readString(original.resolve(file)), Files.readString(sources.resolve(file)));
            }
            assertTrue(holes > 0, stage);
        }
    }

    private static int holes(String file, String original, String handOut) {
        List<String> kept = List.of(HOLE.split(handOut, -1));
        int holes = kept.size() - 1;
        assertEquals(original.split("@Exercise\\(", -1).length - 1, holes, file);
        assertTrue(original.startsWith(kept.get(0)), file);
        int at = kept.get(0).length();
        for (int i = 1; i <= holes; i++) {
            int next = i == holes ? original.length() - kept.get(i).length() : original.indexOf(kept.get(i), at);
            assertTrue(next > at && original.startsWith(kept.get(i), next), file);
            String body = original.substring(at, next);
            String end = body.substring(body.lastIndexOf('\n'));
            assertTrue(body.startsWith("{\n") && end.matches("\n +}"), body);
            // A second one would close as far to the left.
            assertEquals(body.length() - end.length(), body.indexOf(end), body);
            at = next + kept.get(i).length();
        }
        assertEquals(original.length(), at, file);
        return holes;
    }

    @Tag("happy-path")
    @Test
    void fromScratchItCompilesAndSaysWhatToDo() throws Exception {
        Path folder = project(STAGE, Checkout.Content.SCRATCH);
        StageProgram program = build.find(folder.toString());
        assertEquals(
                List.of(
                        "java/kvlab/replication/StageFactory.java",
                        "java/kvlab/replication/StageNode.java",
                        "resources/META-INF/services/kvlab.node.NodeFactory"),
                BuiltKit.files(folder.resolve("src/main")));
        NodeFailure e = assertThrows(NodeFailure.class, () -> start(program).close());
        assertTrue(e.getMessage().contains("S1: Serve http://127.0.0.1:"), e.getMessage());
    }

    @Test
    void everyLinkOfTheReadMeLeadsSomewhere() throws Exception {
        for (String stage : stages()) {
            Path folder = project(stage, Checkout.Content.EXERCISES);
            Matcher link = Pattern.compile("]\\(([^)]+)\\)").matcher(Files.readString(folder.resolve("README.md")));
            int links = 0;
            while (link.find()) {
                assertTrue(Files.exists(folder.resolve(link.group(1))), link.group());
                links++;
            }
            assertTrue(links >= 2, stage);
        }
    }

    @Test
    void mavenBuildsItWithoutANetwork() throws Exception {
        Path folder = project(STAGE, Checkout.Content.EXERCISES);
        forget(folder);
        Process maven = new ProcessBuilder("mvn", "-B", "-q", "-o", "package")
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(maven.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, maven.waitFor(), said);
        assertTrue(Files.exists(folder.resolve("target/3-replication-1.jar")));
    }

    /** What Maven has copied of such a lib/ already, it would not look for there again. */
    private static void forget(Path project) throws IOException {
        String classPath =
                Files.readString(HOME.resolve("stages").resolve(STAGE).resolve("target/classpath"));
        Matcher repository =
                Pattern.compile("(/[^:]+)/ru/odnoklassniki/one-nio/").matcher(classPath);
        assertTrue(repository.find(), classPath);
        Path lib = project.resolve("lib");
        try (Stream<Path> versions = Files.walk(lib, 3)) {
            for (Path version : versions.filter(each -> lib.relativize(each).getNameCount() == 3)
                    .toList()) {
                Folders.remove(Path.of(repository.group(1)).resolve(lib.relativize(version)));
            }
        }
    }

    @Test
    void aFolderWithSomethingInItIsLeftAlone() throws Exception {
        Path thesis = Files.writeString(directory.resolve("thesis.txt"), "words");
        assertEquals(directory + " is not empty; expected a folder that is new or empty", refusal(STAGE, directory));
        assertEquals(thesis + " is a file; expected a folder that is new or empty", refusal(STAGE, thesis));
        assertEquals(List.of("thesis.txt"), BuiltKit.files(directory));
    }

    @Test
    void theFirstCommitNeedsNoNameInGit() throws Exception {
        Path folder = project("1-single-node", Checkout.Content.EXERCISES);
        assertEquals("", Git.commit(folder, "as it was handed out"));
        assertEquals("", HandOuts.git(folder, "status", "--porcelain"));
        assertEquals("kvlab: as it was handed out", HandOuts.git(folder, "log", "--format=%an: %s"));
    }

    @Test
    void whatHasMistakesIsAnsweredInTheCompilersWords() throws Exception {
        Path folder = project("1-single-node", Checkout.Content.SOLUTION);
        build.find(folder.toString());
        Files.writeString(folder.resolve("src/main/java/Wrong.java"), "class Wrong {\n    int size = \"one\";\n}\n");
        DoesNotCompile e = assertThrows(DoesNotCompile.class, () -> build.find(folder.toString()));
        assertEquals(folder + " does not compile", e.getMessage());
        assertTrue(e.lines().startsWith("src/main/java/Wrong.java:2: error: "), e.lines());
    }

    @Test
    void itIsBuiltWhenItsSourcesAreOtherThanAtTheLastBuild() throws Exception {
        Path folder = project("2-sharding", Checkout.Content.SOLUTION);
        // The kit has the earlier stage itself.
        Folders.remove(folder.resolve("lib"));
        Path jar = folder.resolve("target/mine.jar");
        Path other = Files.writeString(folder.resolve("src/main/java/Other.java"), "class Other {}\n");
        build.find(folder.toString());
        Object first = Files.readAttributes(jar, "unix:ino").get("ino");
        build.find(folder.toString());
        assertEquals(first, Files.readAttributes(jar, "unix:ino").get("ino"));
        assertTrue(Files.exists(folder.resolve("target/classes/Other.class")));
        Files.delete(other);
        build.find(folder.toString());
        assertFalse(Files.exists(folder.resolve("target/classes/Other.class")));
        assertEquals(
                StageProgram.of(folder).classPath(),
                build.find(folder.toString()).classPath());
    }

    @Test
    void whatIsBuiltIsNotWrittenElsewhere() throws Exception {
        Path folder = project("1-single-node", Checkout.Content.SOLUTION);
        Path elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
        Path target = Files.createSymbolicLink(folder.resolve("target"), elsewhere);
        String refusal = " is a symbolic link; remove it: what is built is not written elsewhere";
        assertEquals(target + refusal, notBuilt(folder));
        Files.delete(target);

        Path victim = Files.writeString(elsewhere.resolve("victim"), "words");
        Path link = Files.createSymbolicLink(Files.createDirectory(target).resolve("classpath"), victim);
        assertEquals(link + refusal, notBuilt(folder));
        assertEquals("words", Files.readString(victim));
        assertEquals(List.of("victim"), BuiltKit.files(elsewhere));
    }

    /** The kit's own solution, taken out of a jar, would pass every check, and nobody could read it. */
    @Test
    void whatIsCompiledAlreadyIsNoSource() throws Exception {
        Path folder = project("1-single-node", Checkout.Content.SOLUTION);
        Path resources = folder.resolve("src/main/resources");
        build.find(folder.toString());
        byte[] code = Files.readAllBytes(folder.resolve("target/classes/kvlab/single/StageNode.class"));
        byte[] jar = Files.readAllBytes(folder.resolve("target").resolve(folder.getFileName() + ".jar"));
        for (byte[] compiled : List.of(code, jar)) {
            Path file = Files.write(resources.resolve("picture.png"), compiled);
            assertEquals(
                    file + " is compiled code, or packed as that is; remove it: a project is built of sources, and of"
                            + " nothing else",
                    notBuilt(folder));
        }
        // The JVM heeds the class path that it names.
        Files.delete(resources.resolve("picture.png"));
        for (String name : List.of("MANIFEST.MF", "manifest.mf")) {
            Path manifest = resources.resolve("META-INF").resolve(name);
            Files.writeString(manifest, "Class-Path: ../src/main/resources/picture.png\n");
            assertEquals(
                    manifest
                            + " could name other classes; remove it: a project is built of sources, and of nothing else",
                    notBuilt(folder));
            Files.delete(manifest);
        }
        Files.writeString(resources.resolve("picture.png"), "CAFE");
        build.find(folder.toString());
    }

    private String notBuilt(Path folder) {
        return assertThrows(UsageException.class, () -> build.find(folder.toString()))
                .getMessage();
    }

    @Test
    void whatIsBuiltTellsOfWhichSources() throws Exception {
        Path folder = project("1-single-node", Checkout.Content.SOLUTION);
        assertEquals(
                Project.at(folder).fingerprint(), build.find(folder.toString()).fingerprint());
        assertNull(build.find("1-single-node").fingerprint());
    }

    @Test
    void warningsAreShownAndNoMistakes() throws Exception {
        Path folder = project("1-single-node", Checkout.Content.SOLUTION);
        Files.writeString(folder.resolve("src/main/java/Raw.java"), "class Raw {\n    java.util.List list;\n}\n");
        build.find(folder.toString());
        assertEquals(1, warnings.size());
        assertTrue(warnings.get(0).startsWith("src/main/java/Raw.java:2: warning: [rawtypes]"), warnings.get(0));
    }

    private Path project(String stage, Checkout.Content content) throws Exception {
        Path folder = Files.createDirectory(directory.resolve(stage)).resolve("mine");
        checkout.write(stage, content, folder);
        assertEquals(stage, Project.at(folder).stage());
        return folder;
    }

    private String refusal(String stage, Path folder) {
        return assertThrows(UsageException.class, () -> checkout.write(stage, Checkout.Content.EXERCISES, folder))
                .getMessage();
    }

    private Cluster start(StageProgram program) throws Exception {
        return HandOuts.start(program, directory);
    }
}
