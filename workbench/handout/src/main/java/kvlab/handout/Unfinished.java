package kvlab.handout;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import kvlab.cluster.Folders;
import kvlab.cluster.UsageException;

/** A folder that is gone again unless it is finished, also when Ctrl-C ends the program between two files. */
final class Unfinished implements AutoCloseable {

    private final Path folder;
    private final boolean isNew;
    private final Thread hook = new Thread(this::close, "remove-unfinished-folder");
    private boolean closed;
    private boolean finished;

    Unfinished(Path folder) {
        this.folder = folder;
        this.isNew = !Files.exists(folder);
        Runtime.getRuntime().addShutdownHook(hook);
    }

    static void requireEmpty(Path folder) throws UsageException, IOException {
        if (Files.exists(folder)) {
            if (!Files.isDirectory(folder)) {
                throw UsageException.of(folder + " is a file; expected a folder that is new or empty");
            }
            try (Stream<Path> entries = Files.list(folder)) {
                if (entries.findAny().isPresent()) {
                    throw UsageException.of(folder + " is not empty; expected a folder that is new or empty");
                }
            }
        }
    }

    synchronized void write(String name, byte[] content) throws IOException {
        if (closed) {
            throw new IOException("interrupted; " + folder + " is removed again");
        }
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.write(file, content);
    }

    synchronized void finish() {
        finished = true;
    }

    @Override
    public synchronized void close() {
        if (finished || closed) {
            return;
        }
        closed = true;
        try {
            Folders.remove(folder);
            if (!isNew) {
                Files.createDirectory(folder);
            }
        } catch (IOException e) {
            System.err.println("lab: cannot remove " + folder + ": " + e);
        }
    }
}
