package kvlab.handout;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;

/**
 * What lies below a folder in which somebody works. An editor that saves makes files that are gone a moment later, between the
 * list of a folder and the look at its files: whatever is gone then counts as never there.
 */
final class FileTree extends SimpleFileVisitor<Path> {

    private final List<Path> folders = new ArrayList<>();
    private final List<Path> files = new ArrayList<>();

    private FileTree() {}

    /** No link is followed. Of a folder that does not exist it is empty. */
    static FileTree below(Path root) throws IOException {
        FileTree tree = new FileTree();
        Files.walkFileTree(root, tree);
        return tree;
    }

    /** With the folder itself. */
    List<Path> folders() {
        return folders;
    }

    /** All that is no folder: links, too. */
    List<Path> files() {
        return files;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
        folders.add(folder);
        return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
        files.add(file);
        return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
        if (e instanceof NoSuchFileException) {
            return FileVisitResult.CONTINUE;
        }
        throw e;
    }
}
