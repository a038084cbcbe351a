package kvlab.handin;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import kvlab.cluster.UsageException;

/**
 * The folder that a review writes into. An instructor may name the wrong one, and keeps notes in the right one: only what a
 * review wrote is replaced or removed. A list of that lies in it, and says before a file is written that it will be. Of two
 * reviews at once the second is refused, since each would write a list without the other's files.
 */
final class Output implements AutoCloseable {

    static final String LIST = "review.files";

    /** Lies there while a review writes, and after one that was killed. */
    static final String LOCK = "review.lock";

    private final Path root;
    private final FileLock lock;
    private final SortedSet<String> own = new TreeSet<>();

    private Output(Path root, FileLock lock) {
        this.root = root;
        this.lock = lock;
    }

    /** That of an earlier review, also of one that was interrupted, or else a new one. */
    static Output open(Path root) throws IOException, UsageException {
        Path list = root.resolve(LIST);
        if (!Files.isRegularFile(list) && Files.exists(root) && !isEmptyFolder(root)) {
            throw UsageException.of(root + " is there already, and no earlier review; give another --output");
        }
        Files.createDirectories(root);
        Output output = new Output(root, lock(root));
        try {
            if (Files.isRegularFile(list)) {
                output.own.addAll(read(list));
            } else {
                output.save();
            }
            return output;
        } catch (IOException | UsageException | RuntimeException e) {
            output.close();
            throw e;
        }
    }

    private static boolean isEmptyFolder(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return false;
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.allMatch(file -> file.equals(folder.resolve(LOCK)));
        }
    }

    private static FileLock lock(Path root) throws IOException, UsageException {
        Path file = root.resolve(LOCK);
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = lock(channel);
        // A review that ends removes the file, and whoever holds one that nobody finds any more keeps nobody out.
        if (lock != null && Files.exists(file)) {
            return lock;
        }
        channel.close();
        throw UsageException.of(
                "another review writes into " + root + "; wait until it has ended, or give another --output");
    }

    /** Null when another review has it, be it in this JVM. */
    private static FileLock lock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            return null;
        }
    }

    @Override
    public void close() throws IOException {
        try {
            Files.deleteIfExists(root.resolve(LOCK));
        } finally {
            lock.acquiredBy().close();
        }
    }

    private static SortedSet<String> read(Path list) throws IOException, UsageException {
        SortedSet<String> own = new TreeSet<>();
        for (String name : Files.readString(list).split("\n")) {
            Path path = Path.of(name).normalize();
            if (path.isAbsolute() || path.startsWith("..")) {
                throw UsageException.of(list + " names " + Words.oneLine(name)
                        + ", which is outside of its folder: no review wrote that; give another --output");
            }
            if (!name.isEmpty()) {
                own.add(name);
            }
        }
        return own;
    }

    /** What is ours, for the next review. */
    void save() throws IOException {
        StringBuilder list = new StringBuilder();
        own.forEach(name -> list.append(name).append('\n'));
        whole(root.resolve(LIST), list.toString());
    }

    Path path(String name) {
        return root.resolve(name);
    }

    /** Those that something of ours is in: of each student there is one. */
    SortedSet<String> folders() {
        SortedSet<String> folders = new TreeSet<>();
        own.stream()
                .filter(name -> name.contains("/"))
                .forEach(name -> folders.add(name.substring(0, name.indexOf('/'))));
        return folders;
    }

    /** From now on these are ours. */
    void take(Collection<String> names) throws IOException, UsageException {
        for (String name : names) {
            if (!own.contains(name) && Files.exists(path(name), LinkOption.NOFOLLOW_LINKS)) {
                throw UsageException.of(path(name) + " is there already, and no review wrote it; move it away");
            }
        }
        if (own.addAll(names)) {
            save();
        }
    }

    /** What an earlier review left, and the folders that are empty then. */
    void remove(Predicate<String> which) throws IOException {
        List<String> names = own.stream().filter(which).toList();
        SortedSet<Path> folders = new TreeSet<>();
        for (String name : names) {
            Path file = path(name);
            Files.deleteIfExists(file);
            for (Path each = file.getParent(); !each.equals(root); each = each.getParent()) {
                folders.add(each);
            }
        }
        List<Path> deepestFirst = new ArrayList<>(folders);
        deepestFirst.sort((one, other) -> other.getNameCount() - one.getNameCount());
        for (Path folder : deepestFirst) {
            try {
                Files.deleteIfExists(folder);
            } catch (DirectoryNotEmptyException e) {
                // Somebody keeps something there.
                continue;
            }
        }
        names.forEach(own::remove);
    }

    /** A disk that is full, or Ctrl-C, leaves what was there. */
    static void whole(Path file, String text) throws IOException {
        Path half = file.resolveSibling(file.getFileName() + ".half");
        try {
            Files.write(half, text.getBytes(StandardCharsets.UTF_8));
            Files.move(half, file, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(half);
        }
    }
}
