package kvlab.sandbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import kvlab.cluster.Folders;
import kvlab.cluster.Ports;
import kvlab.cluster.UsageException;
import kvlab.handout.Project;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each test is a program that means harm. */
@Tag("slow")
@Timeout(120)
@Isolated("a fork bomb takes the whole machine until the sandbox kills it")
class SandboxTest {

    private static final long MIB = 1 << 20;

    private static final Limits LIMITS = new Limits(Duration.ofSeconds(60), MIB, 32, 512 * MIB, 64 * MIB, 0);

    @TempDir
    private Path directory;

    private Sandbox sandbox;
    private Path work;

    /** Of another student, beside the work folder. */
    private Path other;

    /** A process outside, of the same user. */
    private Process bystander;

    @BeforeEach
    void aMachineWithSomethingToLose() throws Exception {
        work = Files.createDirectory(directory.resolve("work"));
        other = Files.createDirectory(directory.resolve("other"));
        Files.writeString(other.resolve("Solution.java"), "class Secret {}");
        bystander = new ProcessBuilder("sleep", "1000").start();
        sandbox = Sandboxes.require();
    }

    @AfterEach
    void nothingRunsAndNothingHasChanged() throws IOException {
        assertTrue(bystander.isAlive(), "a process outside was killed");
        bystander.destroyForcibly();
        assertEquals(List.of(), inside());
        assertEquals(List.of(), ControlGroup.ofThisProcess());
        assertEquals("class Secret {}", Files.readString(other.resolve("Solution.java")));
        try (Stream<Path> entries = Files.list(other)) {
            assertEquals(1, entries.count());
        }
    }

    /** Processes of this machine that are in the sandbox of the last run, whoever their parents are. */
    private List<String> inside() throws IOException {
        Path told = work.resolve("namespace");
        // A sandbox that is ended at once, as where memory is short, may end before its shell has told its namespace.
        if (sandbox == null || !Files.exists(told)) {
            return List.of();
        }
        String namespace = Files.readString(told).strip();
        List<String> found = new ArrayList<>();
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
            for (Path process : processes) {
                try {
                    Path own = Files.readSymbolicLink(process.resolve("ns/pid"));
                    ProcessTable.Entry entry =
                            ProcessTable.of(Long.parseLong(process.getFileName().toString()));
                    if (own.toString().equals(namespace) && entry != null && !entry.zombie()) {
                        found.add(process + " " + Files.readString(process.resolve("cmdline")));
                    }
                } catch (IOException e) {
                    // No process, or none any more.
                }
            }
        }
        return found;
    }

    @Tag("happy-path")
    @Test
    void whatBehavesIsLeftAlone() throws Exception {
        Ended ended = run(LIMITS, "echo hello >file; cat file; exit 3");
        assertNull(ended.reason());
        assertEquals(3, ended.exit().code());
        assertEquals("hello\n", ended.output());
        assertEquals("hello\n", Files.readString(work.resolve("file")));
    }

    @Test
    void downloadsNothing() throws Exception {
        Ended ended = java("""
                import java.net.*;
                class Download {
                    public static void main(String[] arguments) throws Exception {
                        try (Socket socket = new Socket()) {
                            socket.connect(new InetSocketAddress("192.0.2.1", 80), 30_000);
                            System.out.println("connected");
                        } catch (SocketTimeoutException e) {
                            System.out.println("sent");
                        } catch (SocketException e) {
                            System.out.println(e.getMessage());
                        }
                        try {
                            System.out.println(InetAddress.getByName("example.org"));
                        } catch (UnknownHostException e) {
                            System.out.println("unknown");
                        }
                        System.out.println(InetAddress.getByName("localhost").getHostAddress());
                    }
                }
                """, "Download");
        assertEquals("Network is unreachable\nunknown\n127.0.0.1\n", ended.output());
    }

    @Test
    void fiveHundredProcessesAreTooManyAndSpoilNothing() throws Exception {
        String before = Sandbox.spoilt();
        Ended ended = run(LIMITS, "for i in $(seq 500); do sleep 1000 & done; wait");
        assertKilled("it had \\d+ processes, and 32 are allowed", ended);
        assertEquals(before, Sandbox.spoilt());
    }

    @Test
    void aForkBombIsPutOut() throws Exception {
        assumeTrue(
                makesControlGroups()
                        || !"root".equals(ProcessHandle.current().info().user().orElse("")),
                "root's processes are limited by a control group alone, and this machine lets root make none");
        Ended ended = run(LIMITS, "bomb() { bomb | bomb & }; bomb; sleep 1000");
        assertKilled("it had \\d+ (processes|threads), and \\d+ are allowed", ended);
    }

    private static boolean makesControlGroups() {
        Optional<ControlGroup> group = ControlGroup.of(1);
        group.ifPresent(ControlGroup::close);
        return group.isPresent();
    }

    /** Nodes are started by their grader, which is shut off itself. */
    @Test
    void aGraderMakesControlGroupsForItsNodes() throws Exception {
        assumeTrue(makesControlGroups(), "this user makes no control groups");
        Path group = ControlGroup.home().get().resolve("kvlab-" + bystander.pid() + "-1");
        Path scratch = Files.createDirectory(directory.resolve("scratch"));
        Process maker = new ProcessBuilder(sandbox.alone(List.of("mkdir", group.toString()), scratch, MIB, List.of()))
                .inheritIO()
                .start();
        assertEquals(0, maker.waitFor());
        Files.delete(group);
        run(LIMITS, "true");
    }

    @Test
    void aGroupWhoseMakerHasEndedIsSweptAway() throws Exception {
        assumeTrue(makesControlGroups(), "this user makes no control groups");
        Process ended = new ProcessBuilder("true").start();
        ended.waitFor();
        Path group = Files.createDirectory(ControlGroup.home().get().resolve("kvlab-" + ended.pid() + "-1"));
        run(LIMITS, "true");
        assertFalse(Files.exists(group));
    }

    @Test
    void threadsAreCountedToo() throws Exception {
        Ended ended = java("""
                class Threads {
                    public static void main(String[] arguments) throws Exception {
                        while (true) {
                            Thread thread = new Thread(null, () -> {
                                try {
                                    Thread.sleep(1_000_000);
                                } catch (InterruptedException e) {
                                }
                            }, "thread", 65536);
                            thread.start();
                        }
                    }
                }
                """, "Threads");
        assertKilled("it had \\d+ threads, and 2000 are allowed", ended);
    }

    @Test
    void theDiskIsNotFilled() throws Exception {
        Ended ended = run(LIMITS, "while :; do i=$((i+1)); head -c 10000000 /dev/zero >file$i; done");
        assertKilled("it wrote \\d+ MiB, and 64 MiB are allowed", ended);
        assertTrue(WorkFolder.look(work).bytes() < 4096 * MIB);
    }

    @Test
    void aFileIsNotLargerThanTheFolderMayBe() throws Exception {
        Ended ended = run(LIMITS.withWork(MIB), "head -c 1000000000 /dev/zero >file");
        assertEquals("was killed by signal (25)", ended.exit().toString(), ended.output());
        assertEquals(MIB, Files.size(work.resolve("file")));
    }

    @Test
    void theFilesAreCounted() throws Exception {
        Ended ended = run(LIMITS, "seq 30000 | xargs touch; sleep 1000");
        assertKilled("it made more than 20000 files", ended);
    }

    @Test
    void otherFoldersAreNotFilledEither() throws Exception {
        Ended ended = run(
                LIMITS.withWork(1024 * MIB),
                "for folder in /tmp /dev/shm; do cat /dev/zero >$folder/file; done; echo >/dev/file;" + " echo >/file");
        assertNull(ended.reason());
        assertEquals(2, ended.output().split("No space left on device", -1).length - 1, ended.output());
        assertEquals(2, ended.output().split("Read-only file system", -1).length - 1, ended.output());
    }

    @Test
    void listensForNobody() throws Exception {
        int port = Ports.free(1);
        CompletableFuture<Ended> running = CompletableFuture.supplyAsync(() -> {
            try {
                return java("""
                        import java.net.*;
                        import java.nio.file.*;
                        class Listen {
                            public static void main(String[] arguments) throws Exception {
                                ServerSocket server = new ServerSocket(PORT);
                                new Socket("127.0.0.1", PORT).close();
                                server.accept();
                                Files.createFile(Path.of("listening"));
                                while (!Files.exists(Path.of("enough"))) {
                                    Thread.sleep(10);
                                }
                            }
                        }
                        """.replace("PORT", Integer.toString(port)), "Listen");
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        while (!Files.exists(work.resolve("listening"))) {
            assertFalse(running.isDone(), "it should listen");
            TimeUnit.MILLISECONDS.sleep(10);
        }
        assertThrows(ConnectException.class, () -> new Socket("127.0.0.1", port).close());
        Files.createFile(work.resolve("enough"));
        Ended ended = running.join();
        assertEquals(0, ended.exit().code(), ended.output());
    }

    @Test
    void seesNobodysFiles() throws Exception {
        String home = System.getProperty("user.home");
        Ended ended = run(
                LIMITS,
                "ls -A " + home + " " + other + " " + directory + " /home /root /var /etc/passwd "
                        + System.getProperty("user.dir") + "; env");
        assertEquals(
                List.of(directory + ":", "work"),
                ended.output()
                        .lines()
                        .filter(line -> !line.startsWith("ls: cannot access") && !line.contains("=") && !line.isEmpty())
                        .toList());
        assertEquals(
                List.of("HOME=/tmp", "LANG=C.UTF-8", "PATH=/usr/bin:/bin"),
                ended.output()
                        .lines()
                        .filter(line -> line.matches("[A-Z_]+=.*") && !line.matches("(PWD|SHLVL|_|OLDPWD)=.*"))
                        .sorted()
                        .toList());
    }

    @Test
    void killsNobodyElse() throws Exception {
        Ended ended = run(
                LIMITS,
                "sleep 1000 & kill -9 1; kill -9 $PPID; kill -9 " + bystander.pid() + " "
                        + ProcessHandle.current().pid() + "; kill -9 -1; echo alive; kill -9 $$");
        assertEquals(137, ended.exit().code());
        assertNull(ended.reason());
        assertTrue(ended.output().contains("No such process"), ended.output());
        assertTrue(ended.output().contains("alive"), ended.output());
    }

    @Test
    void printsNotForEver() throws Exception {
        Ended ended = run(LIMITS, "yes");
        assertKilled("it printed more than 1 MiB", ended);
        assertTrue(ended.output().endsWith("sandbox: killed, since it printed more than 1 MiB\n"));
        assertTrue(Killed.isItsOwnDoing(ended.output().strip()));
    }

    @Test
    void sleepsNotForEver() throws Exception {
        Ended ended = run(LIMITS.withTime(Duration.ofSeconds(1)), "sleep 1000");
        assertKilled("it ran longer than 1 s", ended);
    }

    @Test
    void theMemoryOfAllProcessesCounts() throws Exception {
        Ended ended = run(
                LIMITS, "for i in 1 2 3; do head -c 250000000 /dev/zero | tail -c 250000000 | sleep 1000 & done; wait");
        assertKilled("it took \\d+ MiB of memory, and 512 MiB are allowed", ended);
    }

    @Test
    void memoryThatNoProcessHasCountsToo() throws Exception {
        Ended ended = run(LIMITS.withWork(1024 * MIB), """
                exec perl -e '
                    my $name = "hidden";
                    for (1..8) {
                        my $number = syscall(`uname -m` =~ /x86_64/ ? 319 : 279, $name, 0);
                        open(my $file, "+<&=", $number) or die $!;
                        syswrite($file, "x" x (1 << 20)) for 1..100;
                        push @files, $file;
                    }
                    print "it got all of it";
                    sleep 1000'
                """);
        assertKilled("it took \\d+ MiB of memory, and 512 MiB are allowed", ended);
    }

    @Test
    void theMachineKeepsMemoryForItself() throws Exception {
        Ended ended = run(LIMITS.withSpare(Long.MAX_VALUE / 2), "sleep 1000");
        assertKilled("the machine has \\d+ MiB of memory left, and \\d+ MiB are not for it", ended);
        assertTrue(Sandbox.spoilt().contains("of memory left"), "a grade is told by it");
    }

    /** It may be misled by what they name to it, as by a link. */
    @Test
    void whoStartsThemWritesOnlyToWhatItIsAskedFor() throws Exception {
        Path report = Files.writeString(directory.resolve("report"), "as it was");
        Path target = Files.createDirectory(directory.resolve("target"));
        Path scratch = Files.createDirectory(directory.resolve("scratch"));
        Path shared = Files.createTempFile(Path.of("/dev/shm"), "kvlab", "");
        String script = "rm -f OTHER/Solution.java REPORT SHARED; echo mine >OTHER/new; echo mine >REPORT;"
                + " echo mine >TARGET/file; echo mine >SCRATCH/file; cat SCRATCH/file >/dev/null && echo over";
        List<String> harm = List.of(
                "bash",
                "-c",
                script.replace("OTHER", other.toString())
                        .replace("REPORT", report.toString())
                        .replace("TARGET", target.toString())
                        .replace("SCRATCH", scratch.toString())
                        .replace("SHARED", shared.toString()));
        Process process = new ProcessBuilder(sandbox.alone(harm, scratch, MIB, List.of(report, target)))
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), said);
        assertTrue(said.endsWith("over\n"), said);
        assertEquals("mine\n", Files.readString(report));
        assertEquals("mine\n", Files.readString(target.resolve("file")));
        assertEquals(0, scratch.toFile().list().length);
        assertTrue(Files.deleteIfExists(shared), "it was deleted");
        run(LIMITS, "true");
    }

    @Test
    void nothingGoesOnInTheBackground() throws Exception {
        Ended ended = run(LIMITS, "setsid sleep 1000 & sleep 1000 & (nohup sleep 1000 &); exit 0");
        assertNull(ended.reason());
        assertEquals(0, ended.exit().code());
    }

    @Test
    void changesNothingThatItMayOnlyRead() throws Exception {
        Path kit = Files.createDirectory(directory.resolve("kit"));
        Files.writeString(kit.resolve("file"), "as it was");
        List<String> files = List.of(
                kit.resolve("file").toString(),
                System.getProperty("java.home") + "/release",
                "/usr/bin/new",
                "/etc/new",
                "/proc/sys/vm/swappiness",
                "/proc/self/oom_score_adj");
        StringBuilder script = new StringBuilder();
        // The files are opened to be written to, and nothing is written.
        files.forEach(file -> script.append("{ : ; } >>").append(file).append("; "));
        Ended ended =
                sandbox.run(LIMITS, shell(script + "chmod 777 " + kit + "; cat " + kit + "/file"), work, List.of(kit));
        assertEquals(
                files.size() + 1,
                ended.output()
                        .lines()
                        .filter(line -> line.matches(".*(Read-only file system|Permission denied)"))
                        .count(),
                ended.output());
        assertTrue(ended.output().endsWith("as it was"), ended.output());
        assertEquals("as it was", Files.readString(kit.resolve("file")));
    }

    @Test
    void aLinkLeadsNobodyOut() throws Exception {
        Ended ended = run(
                LIMITS,
                "ln -s /usr usr; ln -s " + other + " link; ln -s " + other
                        + "/Solution.java src; mkdir -p a/src/main/java;" + " ln -s " + other
                        + "/Solution.java a/src/main/java/Stolen.java; cat link/Solution.java");
        assertTrue(ended.output().contains("No such file or directory"), ended.output());
        assertFalse(WorkFolder.look(work).hasTooManyFiles(), "it followed a link");
        Files.writeString(work.resolve("a").resolve(Project.FILE), "stage=1-single-node\nkit=0\n");
        assertThrows(UsageException.class, () -> Project.at(work.resolve("a")));
        String namespace = Files.readString(work.resolve("namespace"));
        Folders.remove(work);
        assertThrows(NoSuchFileException.class, () -> Files.readString(work.resolve("namespace")));
        Files.createDirectory(work);
        Files.writeString(work.resolve("namespace"), namespace);
    }

    @Test
    void getsNoRights() throws Exception {
        Ended ended = run(
                LIMITS,
                "unshare -r true; unshare -n true; mount -t tmpfs none /tmp; mknod disk b 8 0; grep CapBnd /proc/self/status");
        assertTrue(ended.output().endsWith("CapBnd:\t0000000000000000\n"), ended.output());
        assertEquals(
                5,
                ended.output().lines().filter(line -> !line.contains("dmesg")).count(),
                ended.output());
    }

    @ParameterizedTest
    @CsvSource({"'trap ''echo bye; exit 7'' TERM', bye, 7", "'trap ''echo no'' TERM', no, 137"})
    void whoHeedsTheSignalMayEndInPeaceAndWhoIgnoresItIsKilled(String trap, String answer, int exit) throws Exception {
        Process process = sandbox.start(
                LIMITS, shell(trap + "; echo ready; while :; do sleep 0.01; done"), List.of(work), List.of());
        process.getOutputStream().close();
        try (var lines = process.inputReader()) {
            assertEquals("ready", lines.readLine());
            process.destroy();
            assertEquals(answer, lines.readLine());
            if (exit == 137) {
                assertTrue(process.isAlive());
                process.destroyForcibly();
            }
            assertEquals(exit, process.waitFor());
        }
    }

    @Test
    void nothingIsLeftThatTheKernelDoesNotEndItself() throws Exception {
        List<String> command = new ArrayList<>(List.of("bwrap", "--dev-bind", "/", "/", "--unshare-user"));
        command.addAll(List.of("--unshare-pid", "--proc", "/proc", "--chdir", work.toString(), "--"));
        command.addAll(shell("setsid sleep 1000 & echo ready; sleep 1000"));
        Process process = SandboxedProcess.start(command, LIMITS, work);
        try (var lines = process.inputReader()) {
            assertEquals("ready", lines.readLine());
            process.destroyForcibly();
            assertTrue(process.waitFor(60, TimeUnit.SECONDS), "the first of the sandbox is still there");
        } finally {
            inside().forEach(left ->
                    ProcessHandle.of(Long.parseLong(left.split("[/ ]")[2])).ifPresent(ProcessHandle::destroyForcibly));
        }
    }

    private Ended run(Limits limits, String script) throws IOException, InterruptedException {
        return sandbox.run(limits, shell(script), work, List.of());
    }

    private Ended java(String source, String name) throws IOException, InterruptedException {
        Files.writeString(work.resolve(name + ".java"), source);
        return run(
                LIMITS,
                "exec " + System.getProperty("java.home") + "/bin/java -XX:TieredStopAtLevel=1 -Xmx64m " + name
                        + ".java");
    }

    /** Whatever a sandbox that is broken lets through must not happen to the machine that tests it. */
    private static List<String> shell(String script) {
        return List.of("bash", "-c", "[ $$ -lt 9 ] || exit 99; readlink /proc/self/ns/pid >namespace; " + script);
    }

    private static void assertKilled(String reason, Ended ended) {
        assertTrue(ended.wasKilled(), ended.output());
        assertTrue(ended.reason().matches(reason), ended.reason());
    }
}
