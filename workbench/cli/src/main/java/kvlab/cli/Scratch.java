package kvlab.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import kvlab.cluster.Folders;

/**
 * Folders for what a command needs only while it runs. On Ctrl-C they go too, as soon as the processes have ended that write
 * to them. Whatever a SIGKILL leaves there, ./lab clean removes.
 */
final class Scratch {

    private static final int MOST_SECONDS = 10;

    private Scratch() {}

    static Path folder(Path home, String command) throws IOException {
        return folder(home, command, null);
    }

    /** @param farewell what Ctrl-C leaves of the command's work, in a sentence; null when nobody asks */
    static Path folder(Path home, String command, String farewell) throws IOException {
        Path parent = Files.createDirectories(home.resolve(".kvlab").resolve("tmp"));
        Path folder = Files.createTempDirectory(parent, command + "-");
        Runtime.getRuntime().addShutdownHook(new Thread(() -> removeAtTheEnd(folder, farewell), "remove-scratch"));
        return folder;
    }

    private static void removeAtTheEnd(Path folder, String farewell) {
        try {
            if (Files.exists(folder)) {
                if (farewell != null) {
                    System.err.println("lab: interrupted; " + farewell);
                }
                awaitChildren();
                Folders.remove(folder);
            }
        } catch (IOException | InterruptedException | ExecutionException | TimeoutException e) {
            System.err.println("lab: cannot remove " + folder + ": " + e);
        }
    }

    /** Other hooks stop them. */
    private static void awaitChildren() throws InterruptedException, ExecutionException, TimeoutException {
        List<ProcessHandle> children = ProcessHandle.current().descendants().toList();
        for (ProcessHandle child : children) {
            child.onExit().get(MOST_SECONDS, TimeUnit.SECONDS);
        }
    }
}
