package kvlab.kernel;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import kvlab.bench.kept.RunFolder;

/** What is done with notebooks: opened in a browser, or run from the first cell to the last. */
public final class Jupyter {

    private static final String SECONDS_TO_END = "60";

    private final Path home;
    private final Environment environment;

    public Jupyter(Path home, Environment environment) {
        this.home = home;
        this.environment = environment;
    }

    /** What was left of a run, and its exit code. */
    public record Executed(int exitCode, Path folder) {}

    /** @param notebook to open; null for the list of all */
    public int open(NotebookFile notebook) throws IOException, InterruptedException {
        Path folder = notebook == null ? home.resolve("notebooks") : notebook.folder();
        if (!Files.isDirectory(folder)) {
            throw new IOException("there are no notebooks in this kit: " + folder + " is missing");
        }
        // The notebooks of the labs point to pages of docs/, and JupyterLab shows nothing that is outside of its root.
        boolean ofTheKit = folder.equals(home.resolve("notebooks"));
        List<String> arguments = new ArrayList<>(List.of(
                "-m",
                "jupyterlab",
                "--ServerApp.root_dir=" + (ofTheKit ? home : folder),
                "--KernelSpecManager.allowed_kernelspecs=kvlab",
                "--KernelSpecManager.ensure_native_kernel=False",
                "--KernelManager.shutdown_wait_time=" + SECONDS_TO_END,
                // JupyterLab asks twice of a new kernel; the answer to the first does not count, by default, and to the
                // second, for a history, this kernel has none. Its state would be "unknown" until something runs.
                "--MappingKernelManager.untracked_message_types=[]",
                "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate"));
        if (ofTheKit) {
            // LabApp's own goes before that of ServerApp.
            arguments.add("--LabApp.default_url=/lab/tree/notebooks");
        }
        if (System.getProperty("user.name").equals("root")) {
            arguments.add("--allow-root");
        }
        if (notebook != null) {
            arguments.add(notebook.file().toString());
        }
        return Child.await(environment.process(arguments).inheritIO().start());
    }

    /** Both its progress and what went wrong go to the terminal. */
    public Executed execute(NotebookFile notebook) throws IOException, InterruptedException {
        Path folder = RunFolder.create(home, Instant.now(), "notebook-" + notebook.name())
                .path();
        Path file = folder.resolve(notebook.name() + ".ipynb");
        notebook.write(file);
        Path runner = home.resolve("workbench/kernel/src/main/python/run_notebook.py");
        List<String> arguments = List.of(
                runner.toString(),
                file.toString(),
                folder.resolve(notebook.name() + ".html").toString(),
                notebook.folder().toString());
        return new Executed(
                Child.await(environment.process(arguments).inheritIO().start()), folder);
    }
}
