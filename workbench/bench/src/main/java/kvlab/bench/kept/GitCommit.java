package kvlab.bench.kept;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Which state of the code a run measured. */
public final class GitCommit {

    /** As git writes it, on every system. */
    private static final String RECORDED = RunFolder.REFERENCE.toString().replace(File.separatorChar, '/');

    private GitCommit() {}

    /**
     * The folder's commit, with + behind it when something has changed since; null when it has none. What was recorded is no
     * code, and each recording would make the next one look like one of another kit.
     */
    public static String of(Path folder) throws InterruptedException {
        String commit = git(folder, "rev-parse", "HEAD");
        if (commit == null) {
            return null;
        }
        String changes = git(folder, "status", "--porcelain", "--", ".", ":(exclude)" + RECORDED);
        return changes == null || changes.isEmpty() ? commit : commit + "+";
    }

    private static String git(Path folder, String... arguments) throws InterruptedException {
        List<String> command = new ArrayList<>(List.of("git", "-C", folder.toString()));
        command.addAll(List.of(arguments));
        try {
            Process git = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String output = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return git.waitFor() == 0 ? output.strip() : null;
        } catch (IOException e) {
            // There is no git on this machine.
            return null;
        }
    }
}
