package kvlab.kernel;

import com.google.gson.Gson;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import kvlab.bench.machine.Python;
import kvlab.cluster.Folders;
import kvlab.cluster.JvmFlags;

/**
 * The Python that Jupyter runs in, with packages of its own, in .kvlab/notebook, and the Java kernel that it knows. No package and no
 * setting of the user's Jupyter or Python is read, but where pip gets packages, and nothing is written to it. It is set up
 * once, and again when its list of packages or the Python of the system has changed; the kernel is described anew each time,
 * which is one small file.
 */
public final class Environment {

    private static final String KERNEL = "kvlab";

    private static final String HAS_PACKAGES = "import sys, importlib.util as u;"
            + " sys.exit(not all(u.find_spec(m) for m in ('jupyterlab', 'nbclient', 'nbconvert')))";

    /** They tell where another Python has its packages, and pip to put them elsewhere. */
    private static final List<String> OF_ANOTHER_PYTHON =
            List.of("PYTHONPATH", "PYTHONHOME", "PIP_USER", "PIP_TARGET", "PIP_PREFIX");

    /** Who wants to know what takes so long. */
    public interface Progress {

        void begins(String what);

        /** One of many steps, for a line that changes. */
        void goesOn(String what);
    }

    private final Path home;
    private final Path folder;
    private final Path venv;
    private final Path stamp;

    private Environment(Path home) {
        this.home = home;
        this.folder = home.resolve(".kvlab").resolve("notebook");
        this.venv = folder.resolve("venv");
        this.stamp = venv.resolve("set-up");
    }

    /**
     * Sets up what is missing. Of two at once, one waits for the other.
     *
     * @param progress is told what is under way
     */
    public static Environment ready(Path home, Progress progress) throws IOException, InterruptedException {
        Environment environment = new Environment(home);
        Files.createDirectories(environment.folder);
        Path lock = environment.folder.resolve("lock");
        try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock held = environment.lock(channel, progress)) {
            if (!environment.isSetUp()) {
                environment.setUp(progress);
            }
            environment.describeKernel();
            environment.refuseNews();
            return held.isValid() ? environment : null;
        }
    }

    private FileLock lock(FileChannel channel, Progress progress) throws IOException {
        FileLock free = channel.tryLock();
        if (free != null) {
            return free;
        }
        progress.begins("another ./lab sets up notebooks; waiting for it");
        return channel.lock();
    }

    private Path requirements() {
        return home.resolve("workbench/kernel/requirements.txt");
    }

    /** The stamp is written last, so whatever was interrupted has none. */
    private boolean isSetUp() throws IOException, InterruptedException {
        return Files.isRegularFile(stamp)
                && Files.readString(stamp).equals(Files.readString(requirements()))
                && hasPackages();
    }

    /**
     * Its Python is a link to that of the system, which may be gone since; or it may be a newer one now, which looks for its
     * packages in another folder.
     */
    private boolean hasPackages() throws InterruptedException {
        try {
            return builder(List.of(python().toString(), "-I", "-c", HAS_PACKAGES))
                            .redirectErrorStream(true)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        }
    }

    private void setUp(Progress progress) throws IOException, InterruptedException {
        Path systemPython = Python.forNotebooks(home);
        progress.begins("setting up notebooks; the first time takes some minutes");
        Folders.remove(venv);
        Path log = folder.resolve("setup.log");
        try (Writer writer = Files.newBufferedWriter(log)) {
            run(List.of(systemPython.toString(), "-m", "venv", venv.toString()), writer, progress, log);
            List<String> pip =
                    List.of(python().toString(), "-m", "pip", "install", "--disable-pip-version-check", "--no-input");
            List<String> install = new ArrayList<>(pip);
            install.addAll(List.of(
                    "--retries", "2", "--timeout", "20", "-r", requirements().toString()));
            run(install, writer, progress, log);
        }
        Path half = folder.resolve("set-up.half");
        Files.copy(requirements(), half, StandardCopyOption.REPLACE_EXISTING);
        Files.move(half, stamp);
    }

    /** Of a Python that knows nothing of the user's own one. */
    private static ProcessBuilder builder(List<String> command) {
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().keySet().removeAll(OF_ANOTHER_PYTHON);
        builder.environment().put("PYTHONNOUSERSITE", "1");
        return builder;
    }

    private void run(List<String> command, Writer log, Progress progress, Path logFile)
            throws IOException, InterruptedException {
        Process process = builder(command).redirectErrorStream(true).start();
        List<String> errors = new ArrayList<>();
        Thread reader = new Thread(() -> read(process, log, progress, errors), "read-pip");
        reader.start();
        int exitCode = Child.await(process);
        reader.join();
        if (exitCode != 0) {
            String why = errors.isEmpty() ? "exit code " + exitCode : errors.get(0);
            throw new IOException("notebooks could not be set up: " + why + "; all that was said is in " + logFile
                    + ", and the next ./lab notebook tries again");
        }
    }

    private static void read(Process process, Writer log, Progress progress, List<String> errors) {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            boolean retried = false;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                log.write(line + "\n");
                retried |= line.startsWith("WARNING: Retrying ");
                if (retried && line.startsWith("ERROR: Could not find a version ")) {
                    // Pip takes a network that is not there for an empty list of versions, whatever it has in its
                    // cache.
                    errors.add("there is no way to where pip gets packages, and the first time takes a network");
                }
                if (line.startsWith("ERROR: ")) {
                    errors.add(line.substring("ERROR: ".length()));
                }
                if (line.startsWith("Collecting ")) {
                    progress.goesOn(line.split("[ ;]")[1]);
                }
                if (line.startsWith("Installing ")) {
                    progress.goesOn("installing");
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The kernel is started without JJava's launcher, which takes whatever java is on PATH and takes flags apart at blanks.
     */
    private void describeKernel() throws IOException {
        Path jjava = venv.resolve("share/jupyter/kernels/java/jjava.jar");
        requireFile(jjava, "the Java kernel");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-ea", "-Djava.awt.headless=true", "-Dfile.encoding=UTF-8", "-Dkvlab.home=" + home));
        // It runs each line once, and what it takes of the processor is missing to the nodes that it measures.
        command.addAll(List.of("-Xshare:auto", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        command.addAll(JvmFlags.quiet(Runtime.version().feature()));
        command.addAll(List.of("--add-opens", "jdk.jshell/jdk.jshell=ALL-UNNAMED"));
        command.addAll(List.of("-jar", jjava.toString(), "{connection_file}"));
        Map<String, Object> kernel = new TreeMap<>();
        kernel.put("argv", command);
        // As the notebooks have it: JupyterLab writes what it is told here into each that it saves.
        kernel.put("display_name", "Java (kvlab)");
        kernel.put("language", "java");
        kernel.put("interrupt_mode", "message");
        kernel.put("env", Map.of("JJAVA_CLASSPATH", classPath()));
        Path file = Files.createDirectories(jupyter().resolve("kernels").resolve(KERNEL))
                .resolve("kernel.json");
        Path half = file.resolveSibling("kernel.json.half");
        Files.writeString(half, new Gson().toJson(kernel) + "\n");
        Files.move(half, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Else JupyterLab asks whoever opens it for the first time; --LabApp.news_url does not keep it from that. */
    private void refuseNews() throws IOException {
        Path file = settings().resolve("@jupyterlab/apputils-extension/notification.jupyterlab-settings");
        if (!Files.exists(file)) {
            Files.createDirectories(file.getParent());
            Files.writeString(file, "{\"fetchNews\": \"false\"}\n");
        }
    }

    /** A jar that is missing there is passed over without a word, and then every cell fails. */
    private String classPath() throws IOException {
        Path target = home.resolve("workbench/kernel/target");
        requireFile(target.resolve("classpath"), "the list of what notebooks need");
        List<String> entries = new ArrayList<>();
        try (Stream<Path> files = Files.list(target)) {
            files.filter(file -> file.toString().endsWith(".jar"))
                    .map(Path::toString)
                    .forEach(entries::add);
        }
        entries.addAll(
                List.of(Files.readString(target.resolve("classpath")).strip().split(":")));
        for (String entry : entries) {
            if (!Files.exists(Path.of(entry))) {
                requireFile(Path.of(entry), "what notebooks need");
            }
        }
        return String.join(":", entries);
    }

    private static void requireFile(Path file, String what) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new IOException(what + " is missing: " + file + "; ./lab clean and the same command again make it");
        }
    }

    private Path jupyter() {
        return folder.resolve("jupyter");
    }

    private Path settings() {
        return folder.resolve("settings");
    }

    Path python() {
        return venv.resolve("bin").resolve("python");
    }

    /** A process in this environment, of which Jupyter sees no other. */
    ProcessBuilder process(List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(python().toString()));
        command.addAll(arguments);
        ProcessBuilder builder = builder(command);
        Map<String, String> variables = builder.environment();
        // Else it would write beside its sources, and they would look changed.
        variables.put("PYTHONDONTWRITEBYTECODE", "1");
        variables.put("JUPYTER_NO_CONFIG", "1");
        variables.put("JUPYTER_PATH", jupyter().toString());
        variables.put("JUPYTER_DATA_DIR", jupyter().toString());
        variables.put("JUPYTER_CONFIG_DIR", folder.resolve("config").toString());
        variables.put("JUPYTER_RUNTIME_DIR", folder.resolve("runtime").toString());
        variables.put("JUPYTERLAB_SETTINGS_DIR", settings().toString());
        variables.put("JUPYTERLAB_WORKSPACES_DIR", folder.resolve("workspaces").toString());
        variables.put("IPYTHONDIR", folder.resolve("ipython").toString());
        return builder;
    }
}
