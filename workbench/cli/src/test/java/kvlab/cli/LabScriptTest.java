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

/** When ./lab builds and what it tests: in a small kit, with a Maven that makes what the script looks for and counts how often it was asked. */
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
            [ ! -f says ] || { cat says; exit 1; }
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
    void itIsBuiltAtFirstAndWhenASourceOrTheBuildHasChanged() throws Exception {
        assertTrue(lab().contains("lab: building the kit"));
        assertEquals("", lab());
        assertEquals(List.of("-B -Dquick -DskipTests package"), builds());
        Files.writeString(test, "class SourceTest {}");
        assertBuilt(1);
        Files.writeString(source, "class Source {}");
        assertBuilt(2);
        Files.delete(source);
        assertBuilt(3);
        Files.delete(kit.resolve("stages/1-single-node/target/classpath"));
        assertBuilt(4);
    }

    /** @param times since the beginning */
    private void assertBuilt(int times) throws Exception {
        lab();
        assertEquals(times, builds().size());
    }

    @Test
    void testsAreChosenByTheOptions() throws Exception {
        run(0, "test");
        run(0, "test", "--quick");
        run(0, "test", "--times", "--soak");
        assertEquals(
                List.of(
                        "-B --fail-at-end verify",
                        "-B --fail-at-end -Dquick -Dgroups=!slow | happy-path verify",
                        "-B --fail-at-end verify -Dkvlab.soak=true -Dtest.lanes=1"),
                builds());
    }

    @Test
    void messageOfAFailedTestIsToldToItsEnd() throws Exception {
        Files.writeString(kit.resolve("says"), """
                [ERROR] Tests run: 1, Failures: 1, Errors: 0, Skipped: 0, Time elapsed: 1.5 s <<< FAILURE! -- in kvlab.ATest
                [ERROR] kvlab.ATest.looksAtAPage -- Time elapsed: 1.4 s <<< FAILURE!
                java.lang.AssertionError:\s
                the page says:

                [*]:
                bench()
                \tat kvlab.ATest.looksAtAPage(ATest.java:84)
                [INFO] Tests run: 1, Failures: 1, Errors: 0, Skipped: 0
                """);
        String said = run(1, "test");
        assertTrue(said.startsWith("""
                lab: building the kit and running its tests
                           1  ATest                        1.5 s
                  kvlab.ATest.looksAtAPage -- Time elapsed: 1.4 s <<< FAILURE!
                    java.lang.AssertionError:\s
                    the page says:
                   \s
                    [*]:
                    bench()
                lab: there are failures;"""), said);
    }

    @Test
    void testsThatTakeTwiceTheirBudgetFailInCi() throws Exception {
        stopwatch();
        Path times = directory.resolve("times");
        Files.writeString(times, "module\twall\t100\nclass\tkvlab.ATest\t100\t90\t7\t2\nloop\tsort\t0.2\t0.2\n");
        Files.createDirectory(kit.resolve(".ci"));
        Path budget = kit.resolve(".ci/test-budget.tsv");
        Files.writeString(budget, "grader\t100\t90\t0.2\t0.2\n");
        run(0, "test");
        Files.writeString(budget, "grader\t50\t40\t0.2\t0.2\n");
        String said = run(1, "test");
        assertTrue(
                said.contains("lab: the tests of grader take 2.0 times their budget: 100 s (90 s of CPU time)"), said);
        assertTrue(said.endsWith("lab: the tests take too long; see above\n"), said);
        run(0, "test", "--quick");
    }

    /** The real one, and a Maven that leaves what its listener would write. */
    private void stopwatch() throws IOException {
        Path target = Files.createDirectories(kit.resolve("workbench/stopwatch/target"));
        Files.createSymbolicLink(target.resolve("classes"), REAL.resolve("workbench/stopwatch/target/classes"));
        executable(
                directory.resolve("programs/mvn"),
                MAVEN + "cp '" + directory.resolve("times") + "' grader/target/test-times.tsv\n");
    }

    /** What the script says to a person. The command is one that does not need the kit's own jars. */
    private String lab() throws Exception {
        return run(0, "wrk2");
    }

    private String run(int exit, String... words) throws Exception {
        Path said = directory.resolve("said");
        ProcessBuilder command = new ProcessBuilder(kit.resolve("lab").toString())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(said.toFile());
        command.command().addAll(List.of(words));
        command.environment().put("CI", "true");
        String path = directory.resolve("programs") + File.pathSeparator + System.getenv("PATH");
        command.environment().put("PATH", path);
        command.environment().put("JAVA_HOME", System.getProperty("java.home"));
        Process lab = command.start();
        try {
            assertTrue(lab.waitFor(60, TimeUnit.SECONDS));
            assertEquals(exit, lab.exitValue(), Files.readString(said));
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
