package kvlab.bench.machine;

import java.nio.file.Path;

/**
 * bubblewrap, which shuts off the nodes of a project that nobody has read.
 *
 * @param path null when there is no bwrap on PATH
 * @param version null when it did not tell
 * @param problem why it makes no sandbox; null when it does, or is not there
 */
record Bubblewrap(Path path, String version, String problem) {

    static Bubblewrap look(Surroundings here) {
        return here.program("bwrap").map(path -> ask(here, path)).orElse(new Bubblewrap(null, null, null));
    }

    private static Bubblewrap ask(Surroundings here, Path path) {
        Program.Answer answer = here.ask(path, "--version");
        String version = answer.good() ? answer.output().strip().replaceFirst("^bubblewrap ", "") : null;
        // Many a system has it, and forbids what it needs.
        Program.Answer made = here.ask(
                path,
                "--unshare-user",
                "--disable-userns",
                "--unshare-pid",
                "--unshare-net",
                "--ro-bind",
                "/",
                "/",
                "--proc",
                "/proc",
                "true");
        return new Bubblewrap(path, version, made.problem());
    }

    Finding finding(Packages packages) {
        if (path == null) {
            return Finding.warn(
                    "sandbox", "no bwrap on PATH; only ./lab grade --sandbox needs it", packages.bubblewrap());
        }
        return problem == null
                ? Finding.ok("sandbox", "bubblewrap " + version)
                : Finding.warn("sandbox", path + " makes no sandbox here: " + problem, null);
    }
}
