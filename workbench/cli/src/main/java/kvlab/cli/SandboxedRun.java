package kvlab.cli;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import kvlab.cluster.ClassArchive;
import kvlab.cluster.NodeProgram;
import kvlab.cluster.ShortLived;
import kvlab.cluster.Stages;
import kvlab.cluster.UsageException;
import kvlab.grader.Subject;
import kvlab.handout.SourceCompiler;
import kvlab.sandbox.ClassPath;
import kvlab.sandbox.Limits;
import kvlab.sandbox.MachineMemory;
import kvlab.sandbox.Sandbox;
import kvlab.sandbox.Sandboxed;

/** A command whose nodes nobody trusts: it runs once more, in a network of its own, and there shuts each node off. */
final class SandboxedRun {

    /** Of what all nodes of a grade keep at the same time: those of the reference took 1012 MiB in a grade of stage 3. */
    private static final long MOST_DATA_BYTES = 4L << 30;

    /** As much again for the nodes themselves. */
    private static final long LEAST_BYTES_AVAILABLE = 2L << 30;

    /** What a whole grade may take, when nobody says. One of stage 3 took 173 s on two cores. */
    static final String USUALLY = "30m";

    private SandboxedRun() {}

    /**
     * @param within the time after which it is ended
     * @return the exit code of the second run
     */
    static int again(List<String> arguments, Path home, String within)
            throws UsageException, IOException, InterruptedException {
        Duration most = Times.most("--within", within);
        Sandbox sandbox = Sandbox.open();
        long available = MachineMemory.available();
        if (available < LEAST_BYTES_AVAILABLE) {
            throw new IOException(
                    "a grade in a sandbox keeps in memory what its nodes write, and takes 2 GiB; this machine" + " has "
                            + (available >> 20) + " MiB available");
        }
        // Out here: in there the kit is read only.
        ClassArchive.makeForKit();
        // In there it is another folder, which no disk holds, and which is gone with the run.
        Path scratch = Files.createDirectories(home.resolve(".kvlab").resolve("tmp"));
        String temporary = "-Djava.io.tmpdir=" + scratch;
        List<String> command = lab(arguments, Sandbox.insideFlag(), temporary);
        Process run = new ProcessBuilder(sandbox.alone(command, scratch, Math.min(MOST_DATA_BYTES, available / 2)))
                .inheritIO()
                .start();
        Thread hook = new Thread(() -> end(run), "end-sandbox");
        Runtime.getRuntime().addShutdownHook(hook);
        if (run.waitFor(most.toMillis(), TimeUnit.MILLISECONDS)) {
            return run.exitValue();
        }
        end(run);
        System.err.println("lab: " + tooLong(within));
        return Lab.UNDECIDED;
    }

    static String tooLong(String within) {
        return "it took longer than " + within + ", and was ended";
    }

    /** With all that it started: the kernel ends those too, where it heeds what bwrap asks of it. */
    private static void end(Process run) {
        List<ProcessHandle> all = run.descendants().toList();
        run.destroyForcibly();
        all.forEach(ProcessHandle::destroyForcibly);
    }

    /** The command line of another ./lab on the same JVM, kit and classes. */
    static List<String> lab(List<String> arguments, String... flags) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(List.of(flags));
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.add(Lab.class.getName());
        command.addAll(arguments);
        return command;
    }

    /** For the second run. */
    static SourceCompiler compiler() throws IOException {
        return new SandboxedCompiler(Sandbox.inside(), Limits.ofCompiler());
    }

    /** The same with its nodes in sandboxes, in the second run. */
    static Subject subject(Subject subject, String named, Stages stages) throws UsageException, IOException {
        Path folder = stages.names().contains(named) ? stages.folder(named) : Path.of(named);
        String given = Files.readString(stages.folder(subject.stage()).resolve("target/classpath"));
        NodeProgram program = subject.program();
        List<Path> visible =
                new ArrayList<>(ClassPath.visible(((ShortLived) program).program(), folder, given.strip()));
        ClassArchive.ofKit().ifPresent(visible::add);
        return new Subject(
                subject.stage(),
                subject.words() + " --sandbox",
                new Sandboxed(program, Sandbox.inside(), Limits.ofNode(), visible),
                null,
                subject.settings());
    }
}
