package kvlab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import kvlab.bench.kept.Comparison;
import kvlab.bench.kept.Run;
import kvlab.bench.kept.RunFolder;
import kvlab.bench.kept.Search;
import kvlab.cluster.Ports;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * ./lab bench, compare and knee as processes of their own, and a box behind a real sshd, whose user can read none of the
 * files that the kit is made of. At smoke scale: that it works, and nothing about speed.
 */
@Tag("slow")
@Timeout(300)
class TargetTest {

    private static final int PATIENCE_SECONDS = 60;

    @TempDir
    private static Path home;

    private static SshdBox box;

    @TempDir
    private Path folder;

    @BeforeAll
    static void kit(@TempDir Path keys) throws IOException, InterruptedException {
        SshdBox.require();
        Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwx------"));
        PrivateKit.in(home);
        box = SshdBox.start(keys);
    }

    @AfterEach
    void nothingIsLeft() throws Exception {
        try {
            await(() -> box.left().isEmpty(), box::left);
        } finally {
            box.reset();
        }
    }

    @AfterAll
    static void nothingIsLeftHere() throws IOException, InterruptedException {
        if (box != null) {
            box.remove();
        }
        if (Files.exists(home.resolve(".kvlab/tmp"))) {
            try (var left = Files.list(home.resolve(".kvlab/tmp"))) {
                // What a SIGKILL leaves, ./lab clean removes.
                assertTrue(left.count() <= 1);
            }
        }
    }

    @Test
    void nodesRunThereAndAllOfARunComesBack() throws Exception {
        String jar = home.resolve("libraries").toString();
        assertTrue(box.asUser("ls", jar).contains("Permission denied"), box.asUser("ls", jar));
        Lab lab = lab("--op", "get", "--profile", "cpu");
        assertEquals(0, lab.end(), lab.output());
        Run run = RunFolder.find(home, "last").read();
        assertEquals(box.place(), run.options().target());
        assertEquals("here", run.options().loadOn());
        assertTrue(run.figures().requests() > 100, run.figures().toString());
        assertNotNull(run.figures().nodeCpuMicros());
        assertNotNull(run.figures().peakNodeMiB());
        assertFalse(run.profile().failed(), run.profile().problem());
        assertEquals(List.of(), run.profile().notJvms());
        assertTrue(
                run.files().keySet().containsAll(List.of("flame-cpu.html", "wrk2.json")),
                run.files().toString());
        String log = Files.readString(RunFolder.find(home, "last").path().resolve("node-" + lab.port + ".log"));
        assertTrue(log.contains("-Dfrom.the.box=yes"), log);
        assertNotNull(run.machine().getAsJsonObject().getAsJsonObject("cpu").get("model"));
    }

    @Test
    void loadRunsThereToo() throws Exception {
        Lab lab = lab("--load-on", "target", "--nodes", "2");
        assertEquals(0, lab.end(), lab.output());
        Run run = RunFolder.find(home, "last").read();
        assertEquals("target", run.options().loadOn());
        assertEquals("drop_in", run.engine().name());
        assertTrue(run.figures().requests() > 100, run.figures().toString());
        assertTrue(run.files().keySet().containsAll(List.of("wrk2.txt", "wrk2.json", "wrk2.hgrm")));
    }

    @Test
    void kneeIsFoundThere() throws Exception {
        Lab lab = new Lab(List.of("knee", "1-single-node", "--from", "100", "--slo", "10s"));
        int code = lab.end();
        RunFolder folder = RunFolder.find(home, "last");
        Run knee = folder.read();
        Search search = knee.search();
        assertEquals(knee.failed() ? search.anyHeld() ? 2 : 1 : 0, code, lab.output());
        assertEquals(box.place(), knee.options().target());
        assertTrue(search.probes().get(0).requests() > 0, search.toString());
        assertTrue(Files.exists(folder.path().resolve("wrk2.txt")));
        assertTrue(search.next() == null || search.next().contains(" --target " + box.url()), search.next());
    }

    @Test
    void sidesAreComparedThere() throws Exception {
        Lab lab = new Lab(
                List.of("compare", "1-single-node", "--vary", "store=base,tuned", "--rate", "200", "--warm-up", "0"));
        assertEquals(2, lab.end(), lab.output());
        Comparison comparison = RunFolder.find(home, "last").comparison();
        assertNull(comparison.problem(), lab.output());
        for (Comparison.Measured side : comparison.sides()) {
            assertEquals(box.place(), side.options().target());
            assertEquals(List.of(side.name()), side.options().settings());
            assertTrue(side.answered().get(0) > 0, lab.output());
        }
    }

    @Test
    void commandOfTheBoxRunsAsItIs() throws Exception {
        box.put(BuiltKit.REAL.resolve("grader/examples/single.py"));
        Lab lab = bench("--command", "python3 single.py {port} {data}", "--nodes", "1");
        assertEquals(0, lab.end(), lab.output());
        assertTrue(RunFolder.find(home, "last").read().figures().requests() > 100);
        Lab absent = bench("--command", "no-such-program {port}", "--nodes", "1");
        assertEquals(70, absent.end(), absent.output());
        assertTrue(absent.lastLine().contains("no-such-program"), absent.output());
    }

    @Test
    void whenTheKitIsKilledNothingStaysThere() throws Exception {
        Lab lab = measuring();
        lab.process.destroyForcibly().waitFor();
        await(() -> box.left().isEmpty(), box::left);
    }

    @Test
    void whenTheConnectionIsLostTheRunIsKeptAndNothingStaysThere() throws Exception {
        Lab lab = measuring();
        ProcessHandle master = lab.process
                .descendants()
                .filter(each -> each.info().commandLine().orElse("").contains("ControlMaster=yes"))
                .findFirst()
                .orElseThrow();
        master.destroyForcibly();
        assertEquals(70, lab.end());
        String lost = "the connection to " + box.place() + " was lost: ssh ended with exit code 137";
        assertEquals("lab: " + lost, lab.lastLine());
        Run run = RunFolder.find(home, "last").read();
        assertEquals(lost, run.problem());
        assertNull(run.figures());
    }

    @Test
    void whatCannotBeIsToldInOneSentence() throws Exception {
        Lab lab = lab();
        try (ServerSocket taken = new ServerSocket(lab.port, 1, InetAddress.getLoopbackAddress())) {
            assertEquals(70, lab.end(), lab.output());
            assertEquals(
                    "lab: port " + taken.getLocalPort() + " is taken by another program on " + box.place()
                            + "; choose others with --port",
                    lab.lastLine());
        }
        box.variables("JAVA_HOME=/nowhere\n");
        assertFailure("there is no java on " + box.place()
                + ": expected a JDK 17 or newer, on the PATH that ssh gives or in JAVA_HOME");
        box.variables("TMPDIR=/nowhere\n");
        assertFailure(box.place() + " cannot be used: mktemp: failed to create directory via template"
                + " ‘/nowhere/kvlab.XXXXXX’: No such file or directory");
        box.forgetHostKey();
        assertFailure(box.place() + " cannot be used: Host key verification failed.");
    }

    @Test
    void fullDiskIsToldInOneSentence() throws Exception {
        Path small = Files.createDirectory(folder.resolve("small"));
        String refused = SshdBox.said("mount", "-t", "tmpfs", "-o", "size=1m,mode=1777", "none", small.toString());
        assumeTrue(refused.isEmpty(), "a small disk cannot be made here: " + refused);
        try {
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
            box.variables("TMPDIR=" + small + "\n");
            Lab lab = lab();
            assertEquals(70, lab.end(), lab.output());
            assertTrue(lab.lastLine().startsWith("lab: cannot copy "), lab.output());
            assertTrue(lab.lastLine().endsWith(" No space left on device"), lab.output());
            await(() -> SshdBox.said("find", small.toString(), "-mindepth", "1").isEmpty(), lab::output);
        } finally {
            SshdBox.said("umount", small.toString());
        }
    }

    private void assertFailure(String sentence) throws Exception {
        Lab lab = lab();
        assertEquals(70, lab.end(), lab.output());
        assertEquals("lab: " + sentence.replaceAll("[‘’]", "'"), lab.lastLine().replaceAll("[‘’]", "'"));
    }

    private Lab measuring() throws Exception {
        Lab lab = lab("-d", "60s");
        await(() -> lab.output().contains("lab: measuring"), lab::output);
        return lab;
    }

    private Lab lab(String... options) throws IOException {
        List<String> all = new ArrayList<>(List.of("1-single-node"));
        all.addAll(List.of(options));
        return bench(all.toArray(String[]::new));
    }

    private Lab bench(String... options) throws IOException {
        List<String> all = new ArrayList<>(List.of("bench", "--rate", "200", "--warm-up", "0"));
        all.addAll(List.of(options));
        return new Lab(all);
    }

    private static void await(Callable<Boolean> condition, Callable<?> otherwise) throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (!condition.call()) {
            assertTrue(System.nanoTime() < deadline, String.valueOf(otherwise.call()));
            TimeUnit.MILLISECONDS.sleep(100);
        }
    }

    /** One command, from its start on. */
    private final class Lab {

        private final int port = Ports.free(2);
        private final Path output;
        private final Process process;

        Lab(List<String> words) throws IOException {
            output = Files.createTempFile(folder, "lab", ".txt");
            List<String> command = LabProgram.command(home);
            command.addAll(words);
            command.addAll(List.of("--scale", "smoke", "--keys", "200", "-c", "4"));
            command.addAll(List.of("--port", Integer.toString(port), "--target", box.url()));
            ProcessBuilder builder =
                    new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
            builder.environment().put("PATH", box.path());
            process = builder.start();
        }

        int end() throws InterruptedException {
            return process.waitFor();
        }

        String output() throws IOException {
            return Files.readString(output);
        }

        String lastLine() throws IOException {
            return output().lines().reduce("", (first, second) -> second);
        }
    }
}
