package kvlab.cli;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import kvlab.cluster.ClassArchive;
import kvlab.cluster.NodeProgram;
import kvlab.cluster.StageProgram;
import kvlab.cluster.Stages;
import kvlab.cluster.UsageException;
import kvlab.grader.Subject;
import kvlab.handout.Project;
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

    /** What the second run may write to. Whatever is not there yet is made, since only that can be let in. */
    record Writable(List<Path> paths, List<Path> made) implements AutoCloseable {

        /** @param project what is graded; null when nothing of it is built */
        static Writable of(Path project, List<Path> reports) throws IOException {
            Writable writable = new Writable(new ArrayList<>(), new ArrayList<>());
            try {
                if (project != null && Project.isAt(project)) {
                    writable.addTarget(project.resolve("target"));
                }
                for (Path report : reports) {
                    writable.addReport(report.toAbsolutePath());
                }
                return writable;
            } catch (IOException e) {
                writable.close();
                throw e;
            }
        }

        /** Where it leads elsewhere, the build refuses it, and nothing is written. */
        private void addTarget(Path target) throws IOException {
            if (Files.notExists(target, LinkOption.NOFOLLOW_LINKS)) {
                Files.createDirectory(target);
            }
            if (Files.isDirectory(target, LinkOption.NOFOLLOW_LINKS)) {
                paths.add(target.toRealPath());
            }
        }

        /** What is no file, as /dev/stdout, is let in with the machine's other devices. */
        private void addReport(Path report) throws IOException {
            if (Files.notExists(report)) {
                Files.createDirectories(report.getParent());
                made.add(Files.createFile(report));
            }
            Path real = report.toRealPath();
            // One that is let in with its folder can be replaced there.
            if (Files.isRegularFile(real) && paths.stream().noneMatch(real::startsWith)) {
                paths.add(real);
            }
        }

        /** What nobody wrote to is gone again. */
        @Override
        public synchronized void close() {
            for (Path file : made) {
                try {
                    if (Files.exists(file) && Files.size(file) == 0) {
                        Files.delete(file);
                    }
                } catch (IOException e) {
                    System.err.println("lab: cannot remove " + file + ": " + e);
                }
            }
        }
    }

    /**
     * @param within the time after which it is ended
     * @return the exit code of the second run
     */
    static int again(List<String> arguments, Path home, String within, Writable writable)
            throws UsageException, IOException, InterruptedException {
        try (writable) {
            Duration most = Times.most("--within", within);
            Process run = start(arguments, home, writable);
            Thread hook = new Thread(
                    () -> {
                        end(run);
                        writable.close();
                    },
                    "end-sandbox");
            Runtime.getRuntime().addShutdownHook(hook);
            if (run.waitFor(most.toMillis(), TimeUnit.MILLISECONDS)) {
                return run.exitValue();
            }
            end(run);
            System.err.println("lab: " + tooLong(within));
            return Lab.UNDECIDED;
        }
    }

    private static Process start(List<String> arguments, Path home, Writable writable)
            throws IOException, InterruptedException {
        Sandbox sandbox = Sandbox.open();
        long available = MachineMemory.available();
        if (available < LEAST_BYTES_AVAILABLE) {
            throw new IOException(
                    "a grade in a sandbox keeps in memory what its nodes write, and takes 2 GiB; this machine has "
                            + (available >> 20) + " MiB available");
        }
        // Out here: in there the kit is read only.
        ClassArchive.makeForKit();
        // In there it is another folder, which no disk holds, and which is gone with the run.
        Path scratch = Files.createDirectories(home.resolve(".kvlab").resolve("tmp"));
        String temporary = "-Djava.io.tmpdir=" + scratch;
        List<String> command = lab(arguments, Sandbox.insideFlag(), temporary);
        long bytes = Math.min(MOST_DATA_BYTES, available / 2);
        return new ProcessBuilder(sandbox.alone(command, scratch, bytes, writable.paths()))
                .inheritIO()
                .start();
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

    /** The same with its nodes in sandboxes, in the second run; none of them has less time than the grade. */
    static Subject subject(Subject subject, String named, Stages stages, String within)
            throws UsageException, IOException {
        Path folder = stages.names().contains(named) ? stages.folder(named) : Path.of(named);
        String given = Files.readString(stages.folder(subject.stage()).resolve("target/classpath"));
        NodeProgram program = subject.program();
        List<Path> visible = new ArrayList<>(ClassPath.visible((StageProgram) program, folder, given.strip()));
        ClassArchive.ofKit().ifPresent(visible::add);
        Limits limits = Limits.ofNode().withTime(Times.most("--within", within));
        return new Subject(
                subject.stage(),
                subject.words() + " --sandbox",
                new Sandboxed(program, Sandbox.inside(), limits, visible),
                null,
                subject.settings());
    }
}
