package kvlab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Projects that behave as the protocol wants, and do harm beside it. */
@Tag("slow")
@Timeout(300)
class SandboxedGradeTest {

    private static final int GRADER_AND_NODE = 2;

    @TempDir
    private Path directory;

    private Path home;
    private Path project;
    private Path secret;
    private Path json;
    private Process bystander;
    private Process lab;

    @BeforeEach
    void builtKit() throws Exception {
        SandboxHere.require();
        home = Files.createDirectory(directory.resolve("kit"));
        project = Files.createDirectory(directory.resolve("mine"));
        secret = directory.resolve("secret");
        Files.writeString(secret, "secret");
        json = directory.resolve("grade.json");
        BuiltKit.in(home);
        BuiltKit.script(home);
        bystander = new ProcessBuilder("sleep", "1000").start();
    }

    @AfterEach
    void nothingHasChanged() throws IOException {
        if (home == null) {
            return;
        }
        assertTrue(bystander.isAlive(), "a process outside was killed");
        bystander.destroyForcibly();
        assertEquals("secret", Files.readString(secret));
        BuiltKit.assertNothingIsLeft(home);
    }

    @Test
    void theGradeIsOutOfReach() throws Exception {
        build("""
                // Whatever a sandbox that is broken lets through must not happen to the machine that tests it.
                if (ProcessHandle.current().pid() > 9) {
                    throw new IllegalStateException("this is no sandbox");
                }
                if (Files.exists(Path.of("SECRET")) || Files.exists(Path.of("KIT/lab"))) {
                    throw new IllegalStateException("it sees files");
                }
                for (String file : List.of("SECRET", "JSON", "PROJECT/target/classpath", "KIT/lab")) {
                    try {
                        Files.writeString(Path.of(file), "mine");
                    } catch (IOException e) {
                        System.out.println(e);
                    }
                }
                ProcessHandle.allProcesses()
                        .filter(each -> each.pid() != ProcessHandle.current().pid())
                        .forEach(ProcessHandle::destroyForcibly);
                """);
        Files.writeString(json, "{}");
        assertEquals(0, grade("--only", "S1,E1", "--json", json.toString()), said());
        assertEquals(classPath(), Files.readString(project.resolve("target/classpath")));
        assertTrue(Files.readString(home.resolve("lab")).startsWith("#!/bin/sh"));
        JsonObject grade = JsonParser.parseString(Files.readString(json)).getAsJsonObject();
        assertEquals(grade.get("max"), grade.get("score"));
    }

    /**
     * The JDK's jcmd, which asks the nodes of stage 4 for their threads, makes a file in a node's folder and deletes what it has
     * made: where a link is in its place, whatever that leads to.
     */
    @Test
    void aLinkWhereJcmdLeavesItsFileDeletesNothing() throws Exception {
        BuiltKit.whole(home);
        build("kvlab.async.StageFactory", """
                Thread harm = new Thread(() -> {
                    try {
                        // A node that finds files of somebody else's where its data should be does not start.
                        while (Path.of("").toAbsolutePath().toFile().list().length == 0) {
                            Thread.onSpinWait();
                        }
                        Files.createSymbolicLink(Path.of(".attach_pid2"), Path.of("SECRET"));
                        Files.createFile(Path.of("/tmp/.attach_pid2"));
                    } catch (IOException e) {
                        System.out.println(e);
                    }
                });
                harm.setDaemon(true);
                harm.start();
                """);
        assertEquals(0, grade("4-async-client", List.of("--only", "nobodyWaits")), said());
    }

    @Test
    void reportsThatNobodyWroteAreNotThere() throws Exception {
        build("if (config != null) { throw new IllegalStateException(); }");
        Path built = project.resolve("target/grade.json");
        Path html = directory.resolve("grade.html");
        Path junit = directory.resolve("reports/junit.xml");
        assertEquals(
                2,
                grade(
                        "--only",
                        "E1",
                        "--json",
                        built.toString(),
                        "--html",
                        html.toString(),
                        "--junit",
                        junit.toString()),
                said());
        assertFalse(Files.exists(built));
        assertFalse(Files.exists(html));
        assertTrue(Files.readString(junit).contains("<testsuite"));
    }

    @Test
    void whoPrintsForEverIsToldSo() throws Exception {
        build("""
                Thread thread = new Thread(() -> {
                    while (true) {
                        System.out.print("nothing to see here, and no end of a line");
                    }
                });
                thread.setDaemon(true);
                thread.start();
                """);
        assertEquals(2, grade("--only", "E1"), said());
        assertTrue(said().contains("sandbox: killed, since it printed more than 16 MiB"), said());
        assertTrue(said().length() < 20_000, "nobody reads so much");
    }

    @Test
    void classPathsNameNobodyElsesFiles() throws Exception {
        build("");
        Files.writeString(project.resolve("target/classpath"), "/usr:" + secret);
        assertEquals(64, grade("--only", "E1"));
        assertEquals(
                "lab: the class path of " + project
                        + " names /usr, which is neither a file of its own nor one of the kit's\n",
                said());
    }

    @Test
    void withoutBubblewrapNothingIsStarted() throws Exception {
        build("");
        Path programs = Files.createDirectory(directory.resolve("bin"));
        assertEquals(70, gradeWith(programs));
        assertEquals(
                "lab: the sandbox is made by bubblewrap, and there is no bwrap; install it:"
                        + " sudo apt-get install bubblewrap\n",
                said());
        Path bwrap = programs.resolve("bwrap");
        Files.writeString(bwrap, "#!/bin/sh\necho 'bwrap: No permissions to create new namespace'\nexit 1\n");
        assertTrue(bwrap.toFile().setExecutable(true));
        assertEquals(70, gradeWith(programs));
        assertEquals(
                "lab: bubblewrap is installed, but this machine does not let it make a sandbox:"
                        + " bwrap: No permissions to create new namespace\n",
                said());
    }

    @Test
    void ctrlCLeavesNothing() throws Exception {
        build("");
        lab = start(List.of(
                "grade", project.toString(), "--stage", "1-single-node", "--sandbox", "--json", json.toString()));
        Set<ProcessHandle> seen = new TreeSet<>();
        while (seen.stream().filter(Processes::isJava).count() < GRADER_AND_NODE) {
            assertTrue(lab.isAlive(), said());
            lab.descendants().forEach(seen::add);
            TimeUnit.MILLISECONDS.sleep(10);
        }
        assertEquals(130, Processes.interrupt(lab));
        assertFalse(Files.exists(json), "a report that nobody wrote");
        Processes.awaitEnd(seen);
    }

    /** Stage 1 that does something else first. */
    private void build(String harm) throws IOException {
        build("kvlab.single.StageFactory", harm);
    }

    private void build(String factory, String harm) throws IOException {
        Path source = directory.resolve("Hostile.java");
        Files.writeString(source, """
                import java.io.IOException;
                import java.nio.file.*;
                import java.util.List;
                import kvlab.node.*;

                public class Hostile implements NodeFactory {
                    @Override
                    public List<Setting> settings() {
                        return new FACTORY().settings();
                    }

                    @Override
                    public Node create(NodeConfig config) {
                        HARM
                        return new FACTORY().create(config);
                    }
                }
                """.replace("HARM", harm)
                .replace("FACTORY", factory)
                .replace("SECRET", secret.toString())
                .replace("JSON", json.toString())
                .replace("PROJECT", project.toString())
                .replace("KIT", home.toString()));
        Path classes = project.resolve("target/classes");
        Path services = Files.createDirectories(classes.resolve("META-INF/services"));
        Files.writeString(services.resolve("kvlab.node.NodeFactory"), "Hostile\n");
        Files.createFile(project.resolve("target/mine.jar"));
        Files.writeString(project.resolve("target/classpath"), classes + ":" + System.getProperty("java.class.path"));
        int exit = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-proc:none",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "-d",
                        classes.toString(),
                        source.toString());
        assertEquals(0, exit);
    }

    private String classPath() {
        return project.resolve("target/classes") + ":" + System.getProperty("java.class.path");
    }

    private int grade(String... options) throws Exception {
        return grade("1-single-node", List.of(options));
    }

    private int grade(String stage, List<String> options) throws Exception {
        List<String> arguments = new ArrayList<>(List.of("grade", project.toString(), "--stage", stage, "--sandbox"));
        arguments.addAll(options);
        return Processes.end(start(arguments), 4);
    }

    private int gradeWith(Path programs) throws Exception {
        ProcessBuilder builder = builder(List.of("grade", project.toString(), "--stage", "1-single-node", "--sandbox"));
        builder.environment().put("PATH", programs.toString());
        return Processes.end(builder.start(), 4);
    }

    private Process start(List<String> arguments) throws IOException {
        return builder(arguments).start();
    }

    private ProcessBuilder builder(List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(home.resolve("lab").toString()));
        command.addAll(arguments);
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("said").toFile());
    }

    private String said() throws IOException {
        assertFalse(Files.notExists(directory.resolve("said")));
        return Files.readString(directory.resolve("said"));
    }
}
