package kvlab.cluster;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Another machine, reached with the system's own ssh. Whoever starts programs on somebody else's machine must be sure that
 * they end there, even when he is killed or the network goes away. So there is one connection, whose own session is a
 * keeper: a small script on the box that hears a beat every few seconds. When the beat ends, by whatever death, the keeper
 * ends all that was started through the connection, and removes the one folder that holds all that was copied. Programs
 * carry the folder's name in their environment, by which the keeper knows them and their children.
 */
public final class Target implements Box, AutoCloseable {

    private static final Pattern URL =
            Pattern.compile("ssh://((?:\\w[\\w.-]*@)?(?:\\w[\\w.-]*|\\[[0-9a-fA-F:.]+]))(?::(\\d{1,5}))?/?");

    private static final int BEAT_SECONDS = 5;
    private static final int CLOSE_SECONDS = 20;
    private static final int OLDEST_JAVA = 17;

    /** TERM is ignored here, and so by what this starts: timeout has to KILL. */
    private static final String KEEPER = """
            trap '' INT TERM HUP
            folder=$(mktemp -d "${TMPDIR:-/tmp}/kvlab.XXXXXX") || exit 70
            : >"$folder/open"
            echo "kvlab $(uname -s) $(uname -m) $(nproc) ${SSH_CONNECTION:-} $folder"
            exec 2>/dev/null
            while [ "$(timeout -s KILL 30 dd bs=1 count=1)" = . ]; do :; done
            rm -f "$folder/open"
            ours() { grep -lsF "KVLAB_BOX=$folder" /proc/[0-9]*/environ | sed 's,/proc/,,; s,/environ,,'; }
            signal=TERM
            for i in 1 2 3 4 5 6 7 8 9; do
                pids=$(ours)
                [ -n "$pids" ] || break
                [ $i -lt 6 ] || signal=KILL
                for pid in $pids; do
                    kill -s $signal "$pid"
                    [ $signal = TERM ] || rm -f "/tmp/.java_pid$pid" "/tmp/hsperfdata_$(id -un)/$pid"
                done
                sleep 1
            done
            rm -rf "$folder"
            rmdir "/tmp/hsperfdata_$(id -un)"
            """;

    /** What is started once the keeper has begun to look for what is left would be left. */
    private static final String GATE = "[ -e \"$KVLAB_BOX/open\" ] || exit 70\n";

    private static final String JAVA = """
            java=${JAVA_HOME:+$JAVA_HOME/bin/}java
            command -v "$java" >/dev/null 2>&1 || exit 0
            exec "$java" -XshowSettings:properties -version 2>&1
            """;

    private final String name;
    private final List<String> destination;
    private final Path folderHere;
    private final Process keeper;
    private final Watcher watcher;
    private final Thread hook = new Thread(this::closeNow, "leave-target");

    /** By the file here, and then by what it holds: the same library is copied once, whoever needs it. */
    private final Map<Path, String> hashes = new HashMap<>();

    private final Map<String, Path> copies = new HashMap<>();

    private volatile int processors;
    private String address;
    private Path folder;
    private Jvm jvm;
    private String architecture;
    private boolean closed;

    private Target(String name, List<String> destination) throws IOException {
        this.name = name;
        this.destination = destination;
        this.folderHere = Files.createTempDirectory("kvlab");
        // Ctrl-C at a terminal reaches every process that was started there; this one has still to be told to clean up.
        List<String> command = new ArrayList<>(List.of("sh", "-c", "trap '' INT; exec \"$@\"", "kvlab"));
        command.addAll(ssh("yes", "exec sh -c " + quoted(KEEPER)));
        this.keeper = new ProcessBuilder(command)
                .redirectError(complaints("keeper").toFile())
                .start();
        this.watcher = new Watcher(folderHere);
        watcher.watch(keeper.pid());
    }

    /**
     * Connects, and says in one sentence why that cannot be.
     *
     * @param url as ssh://user@box:22
     */
    public static Target open(String url) throws UsageException, IOException {
        Matcher parts = URL.matcher(url);
        if (!parts.matches()) {
            throw UsageException.of("--target " + url + ": expected ssh://user@box or ssh://user@box:22");
        }
        String host = parts.group(1).replaceAll("[\\[\\]]", "");
        List<String> destination = new ArrayList<>();
        if (parts.group(2) != null) {
            destination.addAll(List.of("-p", parts.group(2)));
        }
        destination.add(host);
        Target target;
        try {
            target = new Target(host, destination);
        } catch (IOException e) {
            throw new IOException(host + " cannot be used: " + e.getMessage(), e);
        }
        Runtime.getRuntime().addShutdownHook(target.hook);
        try {
            target.greet();
            return target;
        } catch (IOException e) {
            target.close();
            throw e;
        }
    }

    private List<String> ssh(String master, String script) {
        List<String> command = new ArrayList<>(
                List.of("ssh", "-T", "-a", "-x", "-S", folderHere.resolve("s").toString()));
        for (String option : List.of(
                "ControlMaster=" + master,
                "ControlPersist=no",
                "BatchMode=yes",
                "ConnectTimeout=10",
                "ServerAliveInterval=5",
                "ServerAliveCountMax=3",
                "ClearAllForwardings=yes",
                "RemoteCommand=none",
                "LogLevel=ERROR")) {
            command.addAll(List.of("-o", option));
        }
        command.addAll(destination);
        command.add(script);
        return command;
    }

    private Path complaints(String whose) {
        return folderHere.resolve(whose + ".txt");
    }

    @SuppressWarnings("resource") // The reader lives as long as the keeper.
    private void greet() throws IOException {
        BufferedReader lines = keeper.inputReader(StandardCharsets.UTF_8);
        String line = lines.readLine();
        // The shell there may have a word of its own first.
        while (line != null && !line.startsWith("kvlab ")) {
            line = lines.readLine();
        }
        if (line == null) {
            waitForEnd(1);
            throw new IOException(name + " cannot be used: " + lastComplaint("keeper", "ssh said nothing"));
        }
        String[] words = line.split(" ", 9);
        if (words.length < 9 || !words[1].equals("Linux")) {
            throw new IOException(
                    name + " is no box to measure on: it says '" + line + "', expected a Linux with sshd");
        }
        architecture = words[2].equals("x86_64") ? "amd64" : words[2];
        processors = Integer.parseInt(words[3]);
        address = words[6];
        folder = Path.of(words[8]);
        Thread beat = new Thread(this::beat, "beat");
        beat.setDaemon(true);
        beat.start();
    }

    private void beat() {
        OutputStream pipe = keeper.getOutputStream();
        try {
            while (true) {
                pipe.write('.');
                pipe.flush();
                TimeUnit.SECONDS.sleep(BEAT_SECONDS);
            }
        } catch (IOException | InterruptedException e) {
            // Closed by us, or the connection is lost, which whoever needs it will see.
        }
    }

    private void waitForEnd(int seconds) {
        try {
            keeper.waitFor(seconds, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private String lastComplaint(String whose, String otherwise) throws IOException {
        Path file = complaints(whose);
        List<String> lines = Files.exists(file) ? Files.readAllLines(file) : List.of();
        return lines.stream()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .reduce((first, second) -> second)
                .orElse(otherwise);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public int processors() {
        return processors;
    }

    /** Of the box, as this machine reached it. */
    public String address() {
        return address;
    }

    /** Where all is that was copied, there. */
    public Path folder() {
        return folder;
    }

    /** Whether it is this machine after all: then it shares its cores with whoever asks. */
    public boolean isThisMachine() throws IOException {
        List<String> bootId = List.of("proc/sys/kernel/random/boot_id");
        return read(bootId).equals(HERE.read(bootId));
    }

    @Override
    public boolean has(String program) throws IOException {
        return run("command -v \"$1\" || :", program).startsWith("/");
    }

    public boolean hasJava() throws IOException {
        return !run(JAVA).isBlank();
    }

    /** The Java there, which has to be 17 or newer. */
    public synchronized Jvm jvm() throws IOException {
        if (jvm == null) {
            String said = run(JAVA);
            if (said.isBlank()) {
                throw new IOException("there is no java on " + name
                        + ": expected a JDK 17 or newer, on the PATH that ssh" + " gives or in JAVA_HOME");
            }
            String version = property(said, "java.specification.version");
            if (!version.matches("\\d{2,3}") || Integer.parseInt(version) < OLDEST_JAVA) {
                throw new IOException("java on " + name + " is version " + version + "; expected 17 or newer");
            }
            jvm = new Jvm(Path.of(property(said, "java.home")), Integer.parseInt(version));
        }
        return jvm;
    }

    /** That Java, if it has been needed yet. */
    public synchronized Optional<Jvm> knownJvm() {
        return Optional.ofNullable(jvm);
    }

    /** As Java says it. */
    public String architecture() {
        return architecture;
    }

    private static String property(String settings, String key) {
        Matcher line =
                Pattern.compile("(?m)^\\s*" + Pattern.quote(key) + " = (.*)$").matcher(settings);
        return line.find() ? line.group(1).strip() : "unknown";
    }

    @Override
    public boolean isFree(int port) throws IOException {
        String listening = String.format(":%04X [0-9A-F]+:[0-9A-F]+ 0A ", port);
        return read(List.of("proc/net/tcp", "proc/net/tcp6")).values().stream()
                .noneMatch(Pattern.compile(listening).asPredicate());
    }

    @Override
    public Map<String, String> read(List<String> patterns) throws IOException {
        String script = "cd / && LC_ALL=C grep -sH '' " + String.join(" ", patterns) + " || :";
        Map<String, StringBuilder> files = new LinkedHashMap<>();
        run(script).lines().forEach(line -> {
            int colon = line.indexOf(':');
            files.computeIfAbsent(line.substring(0, colon), name -> new StringBuilder())
                    .append(line, colon + 1, line.length())
                    .append('\n');
        });
        return files.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, each -> each.getValue().toString()));
    }

    /** What a script of the shell prints there; that it fails is told with the last thing it said. */
    public String run(String script, String... arguments) throws IOException {
        Path output = Files.createTempFile(folderHere, "run", ".txt");
        try {
            run(Redirect.from(Path.of("/dev/null").toFile()), Redirect.to(output.toFile()), script, arguments);
            return Files.readString(output);
        } finally {
            Files.deleteIfExists(output);
        }
    }

    private void run(Redirect input, Redirect output, String script, String... arguments) throws IOException {
        requireThere();
        Path errors = Files.createTempFile(folderHere, "errors", ".txt");
        Process process = null;
        try {
            process = new ProcessBuilder(ssh("no", remote(script, List.of(arguments))))
                    .redirectInput(input)
                    .redirectOutput(output)
                    .redirectError(errors.toFile())
                    .start();
            if (process.waitFor() != 0) {
                requireThere();
                String whose = errors.getFileName().toString().replace(".txt", "");
                throw new IOException(name + ": " + lastComplaint(whose, "exit code " + process.exitValue()));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while " + name + " was asked", e);
        } finally {
            if (process != null) {
                process.destroy();
            }
            Files.deleteIfExists(errors);
        }
    }

    private String remote(String script, List<String> arguments) {
        String words = arguments.stream().map(Target::quoted).collect(Collectors.joining(" "));
        return "exec env KVLAB_BOX=" + quoted(folder.toString()) + " sh -c " + quoted(GATE + script) + " kvlab "
                + words;
    }

    private static String quoted(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }

    /** It hears signals by its own number there, and is killed with all that it started. */
    @Override
    public Process start(List<String> command) throws IOException {
        requireThere();
        Process ssh = new ProcessBuilder(ssh("no", remote("echo \"pid $$\"; exec \"$@\" </dev/null 2>&1", command)))
                .redirectError(Redirect.DISCARD)
                .start();
        ssh.getOutputStream().close();
        String first = firstLine(ssh.getInputStream());
        if (!first.matches("pid \\d+")) {
            ssh.destroyForcibly();
            requireThere();
            throw new IOException(name + " does not start a process: " + (first.isEmpty() ? "it says nothing" : first));
        }
        return new TargetProcess(this, ssh, Long.parseLong(first.substring("pid ".length())));
    }

    /** Byte by byte: what follows is for others to read. */
    private static String firstLine(InputStream stream) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = stream.read(); next >= 0 && next != '\n'; next = stream.read()) {
            line.append((char) next);
        }
        return line.toString();
    }

    void signal(String signal, long pid) throws IOException {
        run(
                "kill -s \"$1\" -- \"-$2\" 2>/dev/null || kill -s \"$1\" \"$2\" 2>/dev/null || :",
                signal,
                Long.toString(pid));
    }

    /** Copies a file and tells where it is there. */
    public synchronized Path put(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new IOException("cannot copy " + file + " to " + name
                    + ": it is no file; mvn package makes a jar of a" + " folder");
        }
        String hash;
        try {
            hash = hashes.computeIfAbsent(file, Target::hash);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        Path copy = copies.get(hash);
        if (copy == null) {
            copy = folder.resolve("files")
                    .resolve(hash)
                    .resolve(file.getFileName().toString());
            try {
                run(
                        Redirect.from(file.toFile()),
                        Redirect.DISCARD,
                        "mkdir -p \"$1\" && cat >\"$2\"",
                        copy.getParent().toString(),
                        copy.toString());
            } catch (IOException e) {
                requireThere();
                throw new IOException("cannot copy " + file.getFileName() + " to " + e.getMessage(), e);
            }
            copies.put(hash, copy);
        }
        return copy;
    }

    private static String hash(Path file) {
        try {
            return Sha256.of(Files.readAllBytes(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Brings a file here. */
    public void fetch(Path there, Path here) throws IOException {
        run(
                Redirect.from(Path.of("/dev/null").toFile()),
                Redirect.to(here.toFile()),
                "exec cat \"$1\"",
                there.toString());
    }

    /** Without its master ssh would make a connection of its own, which no keeper watches. */
    @Override
    public void requireThere() throws IOException {
        if (!keeper.isAlive()) {
            throw new IOException("the connection to " + name + " was lost: "
                    + lastComplaint("keeper", "ssh ended with exit code " + keeper.exitValue()));
        }
    }

    @Override
    public void clear() {
        try {
            run("rm -rf \"$1\"", nodes().toString());
        } catch (IOException e) {
            // Out of reach: its keeper removes everything.
        }
    }

    @Override
    public void onLost(Runnable action) {
        keeper.onExit().thenRun(action);
    }

    /** Of which each has a folder there, named after its port. */
    Path nodes() {
        return folder.resolve("nodes");
    }

    /** Returns when the keeper has removed everything there. Again is harmless. */
    @Override
    public void close() {
        closeNow();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The JVM is going down, and the hook does its work.
        }
    }

    private synchronized void closeNow() {
        if (closed) {
            return;
        }
        closed = true;
        try {
            keeper.getOutputStream().close();
        } catch (IOException e) {
            // The connection is lost already.
        }
        waitForEnd(CLOSE_SECONDS);
        keeper.destroyForcibly();
        watcher.close();
        try {
            Folders.remove(folderHere);
        } catch (IOException e) {
            System.err.println("cannot remove " + folderHere + ": " + e.getMessage());
        }
    }
}
