package kvlab.sandbox;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import kvlab.cluster.Box;
import kvlab.cluster.Exit;

/**
 * Runs code that nobody has read. Somebody's hand-in may download, fork without end, fill the disk, read other people's
 * files or kill whatever it sees, and be it by mistake.
 *
 * <p>bubblewrap gives a program a system of its own, made of namespaces: the machine's programs and libraries to read, a
 * folder to write to, numbers for its own processes alone, no network but a loopback of its own, no variables, and no
 * rights that it did not have. What a namespace does not limit, a watch does: time, output, processes, memory and files.
 *
 * <p>Nodes and their grader are a special case. The nodes have to reach each other and the grader's links over one
 * loopback, and yet must not reach the grader's files, memory or process. So there are two layers: the grader runs {@link
 * #alone} in a network of its own, and each node runs {@link Sandboxed} inside it, shut off from all but that network.
 */
public final class Sandbox {

    private static final String BWRAP = "bwrap";
    private static final String INSIDE = "kvlab.sandbox.inside";

    /** What a program needs of a system to start; most of it are links into /usr. */
    private static final List<String> SYSTEM = List.of(
            "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc/alternatives", "/etc/ld.so.cache");

    private static final Path SETTINGS = Path.of(SYSTEM.get(0)).resolveSibling("etc");

    /** Debian keeps half of a JDK there. */
    private static final String JAVA_SETTINGS = "java-*";

    /** A variable with the file by which the shell joins a control group; unset where there is none. */
    static final String GROUP = "KVLAB_GROUP";

    /** The shell gives bwrap a file of names: without one there is no localhost, and the machine's own tells of others. */
    private static final String SCRIPT = """
            test -z "$KVLAB_GROUP" || echo $$ >"$KVLAB_GROUP" || exit
            exec bwrap "$@" 3<<'END'
            127.0.0.1 localhost
            END
            """;

    private static final String TEMPORARY_BYTES = Integer.toString(64 << 20);
    private static final int MOST_DESCRIPTORS = 8_192;

    /** Against what multiplies faster than the watch looks. The kernel heeds it for ordinary users alone; see ControlGroup. */
    static final int MOST_THREADS = 2 * Watch.MOST_THREADS;

    private static final long MOST_HEARD = 64 << 20;

    private static final int TAIL = 8 * 1024;
    private static final int PROBE_SECONDS = 20;

    private Sandbox() {}

    /** Where there is none, fails with what is to be done about it. */
    public static Sandbox open() throws IOException, InterruptedException {
        if (!Box.HERE.has(BWRAP)) {
            throw new IOException(
                    "the sandbox is made by bubblewrap, and there is no bwrap; install it: sudo apt-get install bubblewrap");
        }
        Sandbox sandbox = new Sandbox();
        sandbox.probe();
        return sandbox;
    }

    private void probe() throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("kvlab-sandbox");
        try {
            List<String> node = enclose(List.of("true"), List.of(), List.of(), false, Limits.ofNode());
            Process probe = new ProcessBuilder(alone(node, folder, 1 << 20, List.of()))
                    .redirectErrorStream(true)
                    .start();
            probe.getOutputStream().close();
            if (!probe.waitFor(PROBE_SECONDS, TimeUnit.SECONDS)) {
                probe.destroyForcibly();
                throw refused("it took longer than " + PROBE_SECONDS + " s");
            }
            if (probe.exitValue() != 0) {
                String said = new String(probe.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                throw refused(said.strip().replace("\n", "; "));
            }
        } finally {
            Files.delete(folder);
        }
    }

    private static IOException refused(String reason) {
        return new IOException("bubblewrap is installed, but this machine does not let it make a sandbox: " + reason);
    }

    /** Whether this JVM was started by what {@link #alone} gives. */
    public static boolean isInside() {
        return Boolean.getBoolean(INSIDE);
    }

    /** The one that was open when this JVM was started in it. */
    public static Sandbox inside() {
        if (!isInside()) {
            throw new IllegalStateException("this JVM shares its network with others: expected one in Sandbox.alone");
        }
        return new Sandbox();
    }

    /** Why a program was killed that had done no harm, so that nobody knows what it is worth; null when none was. */
    public static String spoilt() {
        return Watch.spoilt();
    }

    /** For the JVM that is started so. */
    public static String insideFlag() {
        return "-D" + INSIDE + "=true";
    }

    /**
     * The command for a program that is trusted and starts those that are not: it sees all files, but no network except a
     * loopback of its own, and whatever lies in one folder is gone with it. Trusted or not, it writes to what it is asked for
     * and to nothing else: the JDK's jcmd, say, deletes the file to which a node's link leads.
     *
     * @param scratch which is there; the program and all that it starts see an empty folder instead, in memory
     * @param bytes that fit into it
     * @param writable files and folders that are there
     */
    public List<String> alone(List<String> command, Path scratch, long bytes, List<Path> writable) {
        List<String> words =
                new ArrayList<>(List.of(BWRAP, "--unshare-net", "--die-with-parent", "--ro-bind", "/", "/"));
        // Through /proc bwrap tells the kernel who is who in the sandboxes within.
        words.addAll(List.of("--dev", "/dev", "--bind", "/proc", "/proc"));
        ControlGroup.home().ifPresent(home -> words.addAll(List.of("--bind", home.toString(), home.toString())));
        words.addAll(List.of("--size", Long.toString(bytes), "--tmpfs", scratch.toString()));
        for (Path path : writable) {
            words.addAll(List.of("--bind", path.toString(), path.toString()));
        }
        // A shell may want a file for the text that it gives to a program.
        words.addAll(List.of("--setenv", "TMPDIR", scratch.toString(), "--"));
        // What asks a node to tell of itself keeps what it says in a file.
        words.addAll(List.of("prlimit", "--fsize=" + MOST_HEARD + ":", "--"));
        words.addAll(command);
        return words;
    }

    /**
     * Runs a program until it ends or is killed; whatever it started has ended then, too.
     *
     * @param work the only folder that it can write to, and in which it starts
     * @param readOnly what it sees beside the system, the work folder and nothing
     */
    public Ended run(Limits limits, List<String> command, Path work, List<Path> readOnly)
            throws IOException, InterruptedException {
        List<String> words = enclose(command, List.of(work), readOnly, true, limits);
        SandboxedProcess process = SandboxedProcess.start(words, limits, work);
        try {
            process.getOutputStream().close();
            String output = tail(process.getInputStream());
            int exit = process.waitFor();
            return new Ended(new Exit(exit), process.reason(), output);
        } finally {
            process.destroyForcibly();
        }
    }

    private static String tail(InputStream stream) throws IOException {
        byte[] tail = new byte[0];
        byte[] bytes = new byte[TAIL];
        for (int count = stream.read(bytes); count >= 0; count = stream.read(bytes)) {
            int kept = Math.min(tail.length, TAIL - count);
            byte[] next = new byte[kept + count];
            System.arraycopy(tail, tail.length - kept, next, 0, kept);
            System.arraycopy(bytes, 0, next, kept, count);
            tail = next;
        }
        return new String(tail, StandardCharsets.UTF_8);
    }

    /** Starts a node: in the network that this JVM is in. */
    Process start(Limits limits, List<String> command, List<Path> writable, List<Path> readOnly) throws IOException {
        return SandboxedProcess.start(enclose(command, writable, readOnly, false, limits), limits, null);
    }

    private static List<String> enclose(
            List<String> command, List<Path> writable, List<Path> readOnly, boolean ownNetwork, Limits limits)
            throws IOException {
        List<String> words = new ArrayList<>(List.of("sh", "-c", SCRIPT, "sandbox"));
        words.addAll(List.of("--unshare-user", "--disable-userns", "--unshare-pid", "--unshare-ipc", "--unshare-uts"));
        words.addAll(List.of("--unshare-cgroup-try", "--cap-drop", "ALL", "--die-with-parent", "--new-session"));
        if (ownNetwork) {
            words.add("--unshare-net");
        }
        words.addAll(List.of("--clearenv", "--setenv", "PATH", "/usr/bin:/bin", "--setenv", "LANG", "C.UTF-8"));
        words.addAll(List.of("--setenv", "HOME", "/tmp"));
        addSystem(words);
        // Root could change the kernel's settings there, namespaces or not.
        words.addAll(List.of("--proc", "/proc", "--remount-ro", "/proc"));
        words.addAll(
                List.of("--dev", "/dev", "--size", TEMPORARY_BYTES, "--tmpfs", "/dev/shm", "--remount-ro", "/dev"));
        words.addAll(List.of("--size", TEMPORARY_BYTES, "--tmpfs", "/tmp"));
        for (Path path : new LinkedHashSet<>(readOnly)) {
            words.addAll(List.of("--ro-bind", path.toString(), path.toString()));
        }
        for (Path path : writable) {
            words.addAll(List.of("--bind", path.toString(), path.toString()));
        }
        words.addAll(List.of("--remount-ro", "/"));
        words.addAll(
                List.of("--chdir", writable.isEmpty() ? "/" : writable.get(0).toString(), "--"));
        words.addAll(List.of("prlimit", "--core=0", "--nofile=" + MOST_DESCRIPTORS, "--nproc=" + MOST_THREADS));
        words.addAll(List.of("--fsize=" + limits.work(), "--"));
        words.addAll(command);
        return words;
    }

    private static void addSystem(List<String> words) throws IOException {
        for (String name : SYSTEM) {
            Path path = Path.of(name);
            if (Files.isSymbolicLink(path)) {
                words.addAll(List.of("--symlink", Files.readSymbolicLink(path).toString(), name));
            } else if (Files.exists(path)) {
                words.addAll(List.of("--ro-bind", name, name));
            }
        }
        for (Path path : javaSettings()) {
            words.addAll(List.of("--ro-bind", path.toString(), path.toString()));
        }
        words.addAll(List.of("--ro-bind-data", "3", "/etc/hosts"));
        Path java = Path.of(System.getProperty("java.home"));
        words.addAll(List.of("--ro-bind", java.toString(), java.toString()));
    }

    private static Set<Path> javaSettings() throws IOException {
        Set<Path> found = new LinkedHashSet<>();
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(SETTINGS, JAVA_SETTINGS)) {
            folders.forEach(found::add);
        }
        return found;
    }
}
