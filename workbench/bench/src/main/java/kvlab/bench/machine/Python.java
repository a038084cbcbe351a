package kvlab.bench.machine;

import java.nio.file.Path;

/**
 * Python, which runs the notebooks' server.
 *
 * @param path null when there is no python3 on PATH
 * @param version null when it did not tell; problem says why
 * @param venv whether it can make a private environment; Debian ships that half apart
 */
public record Python(Path path, String version, boolean venv, String problem) {
    /** The oldest that all of Jupyter runs on; its first number is 3, as the program's name says. */
    private static final int OLDEST = 11;

    private static final String QUESTION = "import sys, importlib.util as u;"
            + " print('%d.%d.%d' % sys.version_info[:3], all(u.find_spec(m) for m in ('venv', 'ensurepip')))";

    /** Why notebooks cannot run in it, and what to do, in one sentence; null when they can. */
    public static String missing(Path kit) {
        Surroundings here = Surroundings.here(kit);
        Finding finding = look(here).finding(Packages.of(here));
        return finding.verdict() == Verdict.OK
                ? null
                : "notebooks need Python 3." + OLDEST + " or newer, with venv: " + finding.found() + "; get it: "
                        + finding.remedy();
    }

    static Python look(Surroundings here) {
        return here.program("python3").map(path -> ask(here, path)).orElse(new Python(null, null, false, null));
    }

    private static Python ask(Surroundings here, Path path) {
        Program.Answer answer = here.ask(path, "-c", QUESTION);
        String[] words = answer.output().strip().split(" ");
        if (!answer.good() || words.length != 2) {
            return new Python(path, null, false, answer.good() ? "its answer is not understood" : answer.problem());
        }
        return new Python(path, words[0], words[1].equals("True"), null);
    }

    Finding finding(Packages packages) {
        if (path == null) {
            return Finding.warn("python", "no python3 on PATH", packages.python());
        }
        if (problem != null) {
            return Finding.warn("python", path + ": " + problem, packages.python());
        }
        if (Integer.parseInt(version.split("\\.")[1]) < OLDEST) {
            String old = version + " is too old for notebooks, which need 3." + OLDEST;
            return Finding.warn("python", old, packages.python());
        }
        return venv
                ? Finding.ok("python", version + ", " + path)
                : Finding.warn("python", version + " without venv", packages.venv());
    }
}
