package kvlab.sandbox;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

/** How much lies in a folder that somebody else fills; no link is followed. */
final class WorkFolder extends SimpleFileVisitor<Path> {

    static final long MOST_FILES = 20_000;

    private long files;
    private long bytes;

    static WorkFolder look(Path folder) throws IOException {
        WorkFolder seen = new WorkFolder();
        Files.walkFileTree(folder, seen);
        return seen;
    }

    boolean hasTooManyFiles() {
        return files > MOST_FILES;
    }

    long bytes() {
        return bytes;
    }

    private FileVisitResult count(long size) {
        files++;
        bytes += size;
        return hasTooManyFiles() ? FileVisitResult.TERMINATE : FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
        return count(0);
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
        return count(attributes.size());
    }

    /** Gone meanwhile, or closed to us. */
    @Override
    public FileVisitResult visitFileFailed(Path file, IOException e) {
        return count(0);
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, IOException e) {
        return FileVisitResult.CONTINUE;
    }
}
