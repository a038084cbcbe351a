package kvlab.node;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * The directory of a node. The file FORMAT in it says what is stored and how, so that a node never reads another
 * format's bytes as its own, and never writes into a folder that belongs to somebody else.
 */
public final class DataDirectory {

    private static final String FORMAT = "FORMAT";

    private final Path path;

    public DataDirectory(Path path) {
        this.path = path;
    }

    /** Makes the directory this format's own, or fails, and returns where the store goes. */
    public Path claim(String format) throws IOException {
        try {
            Files.createDirectories(path);
            Path marker = path.resolve(FORMAT);
            String found = read(marker);
            if (found.isEmpty()) {
                requireEmpty();
                Files.writeString(marker, format + "\n");
            } else if (!found.equals(format)) {
                throw new IOException("the data directory " + path + " holds '" + found + "', and this node reads '"
                        + format + "'; give it another directory");
            }
            return path.resolve("rocksdb");
        } catch (FileAlreadyExistsException | NotDirectoryException e) {
            throw new IOException("the data directory " + path + " cannot be one: " + e.getFile() + " is a file", e);
        } catch (FileSystemException e) {
            throw new IOException("the data directory " + path + " cannot be written: " + reason(e), e);
        }
    }

    private static String reason(FileSystemException e) {
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (e instanceof NoSuchFileException) {
            return "no file can be made there";
        }
        return e.getReason() == null ? e.getClass().getSimpleName() : e.getReason();
    }

    /** A marker that is missing or empty is one that a node had no time to write. */
    private static String read(Path marker) throws IOException {
        try {
            return new String(Files.readAllBytes(marker), StandardCharsets.US_ASCII).strip();
        } catch (NoSuchFileException e) {
            return "";
        }
    }

    private void requireEmpty() throws IOException {
        try (Stream<Path> files = Files.list(path)) {
            Path foreign = files.filter(file -> !file.endsWith(FORMAT))
                    .sorted()
                    .findFirst()
                    .orElse(null);
            if (foreign != null) {
                throw new IOException("the data directory " + path + " holds files that no node wrote, as "
                        + foreign.getFileName() + "; give an empty or a new one");
            }
        }
    }
}
