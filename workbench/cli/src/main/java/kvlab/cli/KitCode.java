package kvlab.cli;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import kvlab.cluster.Sha256;

/**
 * What a grade depends on beside the code that is graded: everything that this program is made of. A commit does not tell of a
 * kit that somebody changes, and a kit that was unpacked has none.
 */
final class KitCode {

    private KitCode() {}

    /** The same for the same programs, whenever they were built. */
    static String of(String classPath) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (String entry : classPath.split(File.pathSeparator)) {
            Path path = Path.of(entry);
            if (Files.isDirectory(path)) {
                files(path, all);
            } else if (Files.isRegularFile(path)) {
                jar(path, all);
            }
        }
        return Sha256.of(all.toByteArray());
    }

    private static void files(Path folder, ByteArrayOutputStream all) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            List<Path> sorted = files.filter(Files::isRegularFile).sorted().toList();
            for (Path file : sorted) {
                add(folder.relativize(file) + " " + Sha256.of(Files.readAllBytes(file)), all);
            }
        }
    }

    /** As its directory tells: that is quick, and whoever wants to fool it may as well write the grade. */
    private static void jar(Path jar, ByteArrayOutputStream all) throws IOException {
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            zip.stream()
                    .map(entry -> entry.getName() + " " + entry.getCrc())
                    .sorted()
                    .forEach(entry -> add(entry, all));
        }
    }

    private static void add(String line, ByteArrayOutputStream all) {
        all.writeBytes((line + "\n").getBytes(StandardCharsets.UTF_8));
    }
}
