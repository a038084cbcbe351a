package kvlab.cluster;

import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * This machine.
 *
 * @param root where its files hang
 */
public record Here(Path root) implements Box {

    @Override
    public String name() {
        return "this machine";
    }

    @Override
    public int processors() {
        return Runtime.getRuntime().availableProcessors();
    }

    @Override
    public boolean has(String program) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }

    @Override
    public boolean isFree(int port) {
        return Ports.becomesFree(port);
    }

    @Override
    public Process start(List<String> command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.onExit().thenRun(() -> removeAttachFile(process.pid()));
        return process;
    }

    /** A killed JVM leaves this file. If a JVM of another user then gets its number, no profiler can attach to that JVM. */
    private static void removeAttachFile(long pid) {
        try {
            Files.deleteIfExists(attachFile(pid));
        } catch (IOException e) {
            // Another user's, so it was not this process that left it.
        }
    }

    /** The socket of a JVM to which jcmd or a profiler has attached. */
    static Path attachFile(long pid) {
        return Path.of("/tmp/.java_pid" + pid);
    }

    @Override
    public Map<String, String> read(List<String> patterns) {
        Map<String, String> files = new LinkedHashMap<>();
        for (String pattern : patterns) {
            for (Path file : matching(pattern)) {
                try {
                    files.put(root.relativize(file).toString(), Files.readString(file));
                } catch (IOException e) {
                    // Gone meanwhile, as a thread that has ended, or not for us to read.
                }
            }
        }
        return files;
    }

    private List<Path> matching(String pattern) {
        List<Path> found = List.of(root);
        for (String name : pattern.split("/")) {
            List<Path> next = new ArrayList<>();
            for (Path folder : found) {
                if (name.contains("*")) {
                    next.addAll(entries(folder, name));
                } else {
                    next.add(folder.resolve(name));
                }
            }
            found = next;
        }
        return found;
    }

    private static List<Path> entries(Path folder, String pattern) {
        List<Path> entries = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(folder, pattern)) {
            all.forEach(entries::add);
        } catch (IOException e) {
            // No such folder: nothing in it matches.
        }
        return entries;
    }

    @Override
    public void requireThere() {
        // We are.
    }

    @Override
    public void onLost(Runnable action) {
        // We never are.
    }

    @Override
    public void clear() {
        // The cluster and who started it remove what they made.
    }
}
