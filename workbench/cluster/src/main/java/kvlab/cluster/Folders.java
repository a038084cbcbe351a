package kvlab.cluster;

import java.io.File;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Comparator;
import java.util.stream.Stream;

/** Folders that live only as long as what uses them. */
public final class Folders {

    private Folders() {}

    /** A new one, which is gone with this JVM. */
    static Path temporary(Path parent, String prefix) throws IOException {
        Path folder = Files.createTempDirectory(parent, prefix);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> removeAtTheEnd(folder), "remove-folder"));
        return folder;
    }

    private static void removeAtTheEnd(Path folder) {
        try {
            remove(folder);
        } catch (IOException e) {
            System.err.println("cannot remove " + folder + ": " + e.getMessage());
        }
    }

    /**
     * Removes a folder and all that is in it. What is gone already is fine, and so is what goes meanwhile: on Ctrl-C several
     * remove the same.
     */
    public static void remove(Path folder) throws IOException {
        Files.walkFileTree(folder, new Remover());
    }

    /** Returns the length of the file that was written last, or 0 if there is none. */
    static long lengthOfTheNewest(Path folder) {
        return files(folder.toFile())
                .max(Comparator.comparingLong(File::lastModified))
                .map(File::length)
                .orElse(0L);
    }

    /** A node may remove files meanwhile. Files.walk would fail then. */
    private static Stream<File> files(File folder) {
        File[] all = folder.listFiles();
        return all == null
                ? Stream.empty()
                : Stream.of(all).flatMap(file -> file.isDirectory() ? files(file) : Stream.of(file));
    }

    private static final class Remover extends SimpleFileVisitor<Path> {

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
            if (e instanceof NoSuchFileException) {
                return FileVisitResult.CONTINUE;
            }
            throw e;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, IOException e) throws IOException {
            if (e != null && !(e instanceof NoSuchFileException)) {
                throw e;
            }
            Files.deleteIfExists(folder);
            return FileVisitResult.CONTINUE;
        }
    }
}
