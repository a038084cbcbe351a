package kvlab.cli;

import com.google.gson.JsonArray;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import kvlab.handout.Git;

/**
 * The notebooks of the labs as they are committed. Whoever works in one has outputs and answers in its file, perhaps a
 * copy beside it: that is what notebooks are for, and no mistake in the kit. Of what is staged it is the staged text,
 * which is about to be committed; where git does not know the notebooks, they are taken as they lie there.
 */
final class CommittedNotebooks {

    private static final Path KIT = Path.of(System.getProperty("kvlab.home"));

    private CommittedNotebooks() {}

    /** As 3-replication. */
    static Set<String> names() throws IOException, InterruptedException {
        return names(KIT);
    }

    static Set<String> names(Path kit) throws IOException, InterruptedException {
        Set<String> names = new TreeSet<>();
        try {
            for (String file : Git.lines(folder(kit), "ls-files", "--", "*.ipynb")) {
                names.add(name(file));
            }
        } catch (IOException e) {
            // This kit is no repository, or the machine has no git.
            names.clear();
        }
        return names.isEmpty() ? namesOfFiles(kit) : names;
    }

    private static Set<String> namesOfFiles(Path kit) throws IOException {
        Set<String> names = new TreeSet<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder(kit), "*.ipynb")) {
            for (Path file : files) {
                names.add(name(file.getFileName().toString()));
            }
        }
        return names;
    }

    private static String name(String file) {
        return file.replaceFirst("\\.ipynb$", "");
    }

    static JsonArray cells(String name) throws IOException, InterruptedException {
        return cells(KIT, name);
    }

    static JsonArray cells(Path kit, String name) throws IOException, InterruptedException {
        return JsonParser.parseString(text(kit, name)).getAsJsonObject().getAsJsonArray("cells");
    }

    private static String text(Path kit, String name) throws IOException, InterruptedException {
        try {
            return String.join("\n", Git.lines(folder(kit), "show", ":./" + name + ".ipynb"));
        } catch (IOException e) {
            return Files.readString(folder(kit).resolve(name + ".ipynb"));
        }
    }

    /** To run them, in a kit of a test's own. */
    static void copy(Path home) throws IOException, InterruptedException {
        Path folder = Files.createDirectories(folder(home));
        for (String name : names()) {
            Files.writeString(folder.resolve(name + ".ipynb"), text(KIT, name));
        }
        Files.copy(folder(KIT).resolve("course.json"), folder.resolve("course.json"));
    }

    private static Path folder(Path kit) {
        return kit.resolve("notebooks");
    }
}
