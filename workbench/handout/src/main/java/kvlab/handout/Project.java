package kvlab.handout;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import kvlab.cluster.Sha256;
import kvlab.cluster.UsageException;

/**
 * What a student works on: a folder with sources like those of a stage, and a file that says which stage it is.
 *
 * @param stage as {@code 3-replication}
 * @param kit the version of the kit that it came from
 */
public record Project(Path folder, String stage, String kit) {

    public static final String FILE = "kvlab.properties";

    static final String SOURCES = "src/main";
    static final String JAVA = SOURCES + "/java";
    static final String RESOURCES = SOURCES + "/resources";

    public static boolean isAt(Path folder) {
        return Files.isRegularFile(folder.resolve(FILE));
    }

    public static Project at(Path folder) throws UsageException, IOException {
        Path file = folder.resolve(FILE);
        if (!isAt(folder)) {
            throw UsageException.of(folder + " is no project of ./lab checkout: " + FILE + " is missing");
        }
        requireNoLinks(folder);
        Properties properties = new Properties();
        try (Reader in = Files.newBufferedReader(file)) {
            properties.load(in);
        } catch (IllegalArgumentException e) {
            throw UsageException.of(file + ": " + e.getMessage());
        }
        return new Project(
                folder.toAbsolutePath().normalize(), value(file, properties, "stage"), value(file, properties, "kit"));
    }

    /**
     * A folder that somebody else made may lead to files that are not theirs to read. Links that an editor makes beside a
     * source are never followed.
     */
    private static void requireNoLinks(Path folder) throws UsageException, IOException {
        List<Path> roots = List.of(folder.resolve(FILE), folder.resolve(SOURCES).getParent());
        for (Path root : roots) {
            Path link = FileTree.below(root).files().stream()
                    .filter(file -> Files.isSymbolicLink(file) && !isOfEditor(file))
                    .findFirst()
                    .orElse(null);
            if (link != null) {
                throw UsageException.of(link + " is a symbolic link; remove it: nothing is read that lies elsewhere");
            }
        }
    }

    /** The project that a folder belongs to: its own, or the one around it; null when there is none. */
    public static Path around(Path folder) {
        Path at = folder.toAbsolutePath().normalize();
        while (at != null && !isAt(at)) {
            at = at.getParent();
        }
        return at;
    }

    private static String value(Path file, Properties properties, String name) throws UsageException {
        String value = properties.getProperty(name, "").strip();
        if (value.isEmpty()) {
            throw UsageException.of(file + " has no " + name + "; ./lab checkout writes it");
        }
        return value;
    }

    /** What is compiled and packed, by name. */
    public List<Path> sources() throws IOException {
        return FileTree.below(folder.resolve(SOURCES)).files().stream()
                .filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                .filter(this::isSource)
                .sorted()
                .toList();
    }

    private boolean isSource(Path file) {
        boolean isJava =
                file.startsWith(folder.resolve(JAVA)) && file.toString().endsWith(".java");
        return (isJava || file.startsWith(folder.resolve(RESOURCES))) && !isLeftOut(file);
    }

    /** What editors and git keep among the sources is no part of them, and may tell the next git what to run. */
    public boolean isLeftOut(Path file) {
        if (isOfEditor(file)) {
            return true;
        }
        for (Path step : folder.relativize(file)) {
            if (step.toString().startsWith(".")) {
                return true;
            }
        }
        return false;
    }

    /** What an editor keeps beside what it edits, as vim, Emacs and others call it. */
    public static boolean isOfEditor(Path file) {
        String name = file.getFileName().toString();
        return name.startsWith(".") || name.startsWith("#") || name.endsWith("~") || name.equals("4913");
    }

    /** The same for the same sources, wherever the folder lies. */
    public String fingerprint() throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (Path file : sources()) {
            all.writeBytes(folder.relativize(file).toString().getBytes(StandardCharsets.UTF_8));
            all.write(0);
            all.writeBytes(Sha256.bytes(Files.readAllBytes(file)));
        }
        return Sha256.of(all.toByteArray());
    }
}
