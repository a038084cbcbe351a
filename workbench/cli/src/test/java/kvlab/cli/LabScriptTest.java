package kvlab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** When ./lab builds: in a small kit, with a Maven that makes what the script looks for and counts how often it was asked. */
@Timeout(120)
class LabScriptTest {

    private static final Path REAL = Path.of(System.getProperty("kvlab.home"));
    private static final List<String> MODULES =
            List.of("stages/1-single-node", "grader", "workbench/wrk2", "workbench/kernel", "workbench/cli");

    private static final String MAVEN = """
            #!/bin/sh
            echo "$*" >>builds
            for module in %s; do
                mkdir -p $module/target
                touch $module/target/module.jar
                printf %%s "$PWD/$module/target/module.jar" >$module/target/classpath
            done
            """.formatted(String.join(" ", MODULES));

    @TempDir
    private Path directory;

    private Path kit;
    private Path source;
    private Path test;

    @BeforeEach
    void smallKit() throws Exception {
        // Somewhere in a folder of that name, as people have them.
        kit = Files.createDirectories(directory.resolve("src/kit"));
        executable(kit.resolve("lab"), Files.readString(REAL.resolve("lab")));
        Files.createFile(kit.resolve("pom.xml"));
        for (String module : MODULES) {
            Files.createDirectories(kit.resolve(module));
            Files.createFile(kit.resolve(module).resolve("pom.xml"));
        }
        source = kit.resolve("workbench/cli/src/main/java/kvlab/Source.java");
        test = kit.resolve("workbench/cli/src/test/java/kvlab/SourceTest.java");
        for (Path file : List.of(source, test)) {
            Files.createDirectories(file.getParent());
            Files.createFile(file);
        }
        executable(Files.createDirectory(kit.resolve("workbench/wrk2/bin")).resolve("wrk2"), "#!/bin/sh\n");
        executable(Files.createDirectory(directory.resolve("programs")).resolve("mvn"), MAVEN);
    }

    @Test
    void firstCommandBuildsAndTheSecondDoesNot() throws Exception {
        assertTrue(lab().contains("lab: building the kit"));
        assertEquals("", lab());
        assertEquals(List.of("-B -Dquick -DskipTests package"), builds());
    }

    @Test
    void sourceThatWasSavedIsBuilt() throws Exception {
        lab();
        Files.writeString(source, "class Source {}");
        lab();
        assertEquals(2, builds().size());
    }

    @Test
    void sourceThatWasRemovedIsNotLeftInTheBuild() throws Exception {
        lab();
        Files.delete(source);
        lab();
        assertEquals(2, builds().size());
    }

    @Test
    void testThatWasSavedNeedsNoBuild() throws Exception {
        lab();
        Files.writeString(test, "class SourceTest {}");
        lab();
        assertEquals(1, builds().size());
    }

    @Test
    void whatSomebodyRemovedOfTheBuildIsBuiltAgain() throws Exception {
        lab();
        Files.delete(kit.resolve("stages/1-single-node/target/classpath"));
        lab();
        assertEquals(2, builds().size());
    }

    /** What the script says to a person. The command is one that does not need the kit's own jars. */
    private String lab() throws Exception {
        Path said = directory.resolve("said");
        ProcessBuilder command = new ProcessBuilder(kit.resolve("lab").toString(), "wrk2")
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(said.toFile());
        String path = directory.resolve("programs") + File.pathSeparator + System.getenv("PATH");
        command.environment().put("PATH", path);
        command.environment().put("JAVA_HOME", System.getProperty("java.home"));
        Process lab = command.start();
        try {
            assertTrue(lab.waitFor(60, TimeUnit.SECONDS));
            assertEquals(0, lab.exitValue(), Files.readString(said));
            return Files.readString(said);
        } finally {
            lab.destroyForcibly();
        }
    }

    private List<String> builds() throws IOException {
        return Files.readAllLines(kit.resolve("builds"));
    }

    private static void executable(Path file, String text) throws IOException {
        Files.writeString(file, text);
        assertTrue(file.toFile().setExecutable(true));
    }
}
