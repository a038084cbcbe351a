package kvlab.cli;

import java.io.Console;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import kvlab.bench.kept.RunFolder;
import kvlab.bench.page.FolderText;
import kvlab.cluster.CommandProgram;
import kvlab.cluster.NodeProgram;
import kvlab.cluster.Printable;
import kvlab.cluster.StageProgram;
import kvlab.cluster.UsageException;
import kvlab.handout.DoesNotCompile;
import kvlab.handout.ProjectBuild;
import kvlab.handout.SourceCompiler;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What all commands have. */
abstract class LabCommand implements Callable<Integer> {

    /** What remains of a measurement on Ctrl-C. */
    static final String KEPT = "what was measured until then is kept in profiles/runs";

    private static final int CONSOLE_TELLS = 22;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "This text.")
    private boolean help;

    @Spec
    private CommandSpec spec;

    final CommandLine commandLine() {
        return spec.commandLine();
    }

    /** The folder of the kit. */
    final Path home() {
        return ((Lab) spec.root().userObject()).home;
    }

    final PrintWriter out() {
        return spec.commandLine().getOut();
    }

    final PrintWriter err() {
        return spec.commandLine().getErr();
    }

    /** Whether somebody looks at the output who has not asked for plain text. */
    static boolean colour() {
        return terminal() && System.getenv("NO_COLOR") == null;
    }

    /** From JDK 22 on there is a console without a terminal, and a method that tells which it is. */
    static boolean terminal() {
        Console console = System.console();
        try {
            return console != null
                    && (Runtime.version().feature() < CONSOLE_TELLS
                            || (boolean) Console.class.getMethod("isTerminal").invoke(console));
        } catch (ReflectiveOperationException e) {
            return false;
        }
    }

    /** What a stage's name or a folder stands for; a student's project is built first. */
    final StageProgram program(String nameOrFolder) throws UsageException, IOException, DoesNotCompile {
        return build().find(nameOrFolder);
    }

    /**
     * The same, or any program by its command line.
     *
     * @param nameOrFolder null when there is a command, which is null otherwise
     * @param settings which only a stage takes
     */
    final NodeProgram program(String nameOrFolder, String command, List<String> settings)
            throws UsageException, IOException, DoesNotCompile {
        if ((nameOrFolder == null) == (command == null)) {
            throw UsageException.of("name what is measured: a stage or a folder, or --command");
        }
        if (nameOrFolder != null) {
            return program(nameOrFolder);
        }
        if (!settings.isEmpty()) {
            throw UsageException.of("--set is for a stage or a folder; put it into --command");
        }
        return CommandProgram.of(command);
    }

    final ProjectBuild build() {
        return build(SourceCompiler.here());
    }

    final ProjectBuild build(SourceCompiler compiler) {
        return new ProjectBuild(home(), compiler, lines -> err().println(Printable.text(lines)));
    }

    /** A file that was asked for, or null when none was; - is stdout. */
    final void write(Path file, String text) throws IOException {
        if (file == null) {
            return;
        }
        if (isStdout(file)) {
            out().print(text);
            out().flush();
            return;
        }
        Path parent = file.toAbsolutePath().getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
        Files.writeString(file, text);
        err().println("lab: wrote " + file);
    }

    /** All of what was kept, and where; and its JSON, to whoever asked for it. */
    final void tell(RunFolder folder, Path json) throws IOException {
        if (!isStdout(json)) {
            out().print(FolderText.of(folder) + "  " + home().relativize(folder.path()) + "\n");
            out().flush();
        }
        if (json != null) {
            write(json, folder.json());
        }
    }

    /** Fails with the reason when a profile was asked for and could not be made. */
    final void requireProfiles(RunFolder folder, String kept) throws IOException, UsageException {
        Optional<String> problem = folder.profileProblem(home());
        if (problem.isPresent()) {
            throw new IOException(problem.get() + "; " + kept);
        }
    }

    static boolean isStdout(Path file) {
        return file != null && file.toString().equals("-");
    }
}
