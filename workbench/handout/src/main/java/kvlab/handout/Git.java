package kvlab.handout;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What git is asked: for the first commit of a folder, which later says what was changed, and for what it knows of the kit. */
public final class Git {

    /** Whoever has no name of their own yet in git gets a commit all the same. */
    private static final List<String> SETTINGS = List.of(
            "-c",
            "user.name=kvlab",
            "-c",
            "user.email=kvlab@localhost",
            "-c",
            "commit.gpgsign=false",
            "-c",
            "core.quotePath=false",
            "-c",
            "core.hooksPath=/dev/null",
            // Whoever ignores jars everywhere needs those of a project.
            "-c",
            "core.excludesFile=/dev/null");

    private Git() {}

    /** Empty when it is done, otherwise why not. */
    public static String commit(Path folder, String message) throws InterruptedException {
        try {
            lines(folder, "init", "-q");
            lines(folder, "add", "-A");
            lines(folder, "commit", "-q", "-m", message);
            return "";
        } catch (IOException e) {
            return e.getMessage();
        }
    }

    /** What it answers; a failure is told in its own words. */
    public static List<String> lines(Path folder, String... words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("git", "-C", folder.toString()));
        command.addAll(SETTINGS);
        command.addAll(List.of(words));
        // What git warns of is no answer, and of a failure it may be all that tells why.
        Path warnings = Files.createTempFile("git", ".err");
        try {
            Process git = start(command, warnings);
            String said = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (git.waitFor() != 0) {
                String why = new String(Files.readAllBytes(warnings), StandardCharsets.UTF_8);
                throw new IOException("git " + words[0] + " failed: " + (said + why).strip());
            }
            return said.lines().toList();
        } finally {
            Files.delete(warnings);
        }
    }

    private static Process start(List<String> command, Path warnings) throws IOException {
        try {
            ProcessBuilder git = new ProcessBuilder(command).redirectError(warnings.toFile());
            // Some speak the user's language; the kit is in English.
            git.environment().put("LC_ALL", "C");
            return git.start();
        } catch (IOException e) {
            throw new IOException("there is no git on this machine", e);
        }
    }
}
