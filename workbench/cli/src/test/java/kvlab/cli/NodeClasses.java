package kvlab.cli;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import kvlab.cluster.ClassArchive;

/** The archive of classes that nodes start from. A new home makes its own, which takes two JVMs and some seconds. */
final class NodeClasses {

    private static final Path REAL = Path.of(System.getProperty("kvlab.home"));

    private NodeClasses() {}

    /** Copies the real kit's, made now if it is not there. */
    static void in(Path home) throws IOException {
        ClassArchive.makeForKit();
        Path folder = Files.createDirectories(home.resolve(".kvlab"));
        try (DirectoryStream<Path> archives = Files.newDirectoryStream(REAL.resolve(".kvlab"), "classes-*.jsa")) {
            for (Path archive : archives) {
                Files.copy(archive, folder.resolve(archive.getFileName()));
            }
        }
    }
}
