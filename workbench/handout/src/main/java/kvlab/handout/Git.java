package kvlab.handout;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The first commit of a project, which later says what a student changed. */
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
            "core.hooksPath=/dev/null");

    private Git() {}

    /** Empty when it is done, otherwise why not. */
    public static String commit(Path folder, String message) throws InterruptedException {
        for (List<String> words :
                List.of(List.of("init", "-q"), List.of("add", "-A"), List.of("commit", "-q", "-m", message))) {
            List<String> command = new ArrayList<>(List.of("git", "-C", folder.toString()));
            command.addAll(SETTINGS);
            command.addAll(words);
            try {
                Process git =
                        new ProcessBuilder(command).redirectErrorStream(true).start();
                String said = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
                if (git.waitFor() != 0) {
                    return "git " + words.get(0) + " failed: " + said;
                }
            } catch (IOException e) {
                return "there is no git on this machine";
            }
        }
        return "";
    }
}
