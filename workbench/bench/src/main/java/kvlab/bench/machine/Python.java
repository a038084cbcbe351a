package kvlab.bench.machine;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Python, which runs the notebooks' server.
 *
 * @param path null when there is none on PATH
 * @param version null when it did not tell; problem says why
 * @param venv whether it can make a private environment; Debian ships that half apart
 */
public record Python(Path path, String version, boolean venv, String problem) {
    /** The oldest that all of Jupyter runs on; its first number is 3, as the program's name says. */
    private static final int OLDEST = 11;

    /** A system that is older than that keeps a newer one under its own name. */
    private static final List<String> NAMES =
            List.of("python3", "python3.14", "python3.13", "python3.12", "python3.11");

    private static final String QUESTION = "import sys, importlib.util as u;"
            + " print('%d.%d.%d' % sys.version_info[:3], all(u.find_spec(m) for m in ('venv', 'ensurepip')))";

    /** The one that notebooks run in; where there is none, the sentence of the failure tells why not, and what to do. */
    public static Path forNotebooks(Path kit) throws IOException {
        Surroundings here = Surroundings.here(kit);
        Python found = look(here);
        Finding finding = found.finding(Packages.of(here));
        if (finding.verdict() != Verdict.OK) {
            throw new IOException("notebooks need Python 3." + OLDEST + " or newer, with venv: " + finding.found()
                    + (finding.remedy() == null ? "" : "; get it: " + finding.remedy()));
        }
        return found.path;
    }

    /** The first that notebooks can run in, and else the first that there is. */
    static Python look(Surroundings here) {
        Python first = new Python(null, null, false, null);
        for (String name : NAMES) {
            Optional<Path> program = here.program(name);
            if (program.isPresent()) {
                Python python = ask(here, program.get());
                if (python.problem == null && !python.isOld() && python.venv) {
                    return python;
                }
                first = first.path == null ? python : first;
            }
        }
        return first;
    }

    private static Python ask(Surroundings here, Path path) {
        Program.Answer answer = here.ask(path, "-c", QUESTION);
        String[] words = answer.output().strip().split(" ");
        if (!answer.good() || words.length != 2 || !words[0].matches("3\\.\\d{1,4}\\.\\d+")) {
            return new Python(path, null, false, answer.good() ? "its answer is not understood" : answer.problem());
        }
        return new Python(path, words[0], words[1].equals("True"), null);
    }

    private boolean isOld() {
        return Integer.parseInt(version.split("\\.")[1]) < OLDEST;
    }

    Finding finding(Packages packages) {
        if (path == null) {
            return Finding.warn("python", "no python3 on PATH", packages.python());
        }
        if (problem != null) {
            return Finding.warn("python", path + ": " + problem, packages.python());
        }
        if (isOld()) {
            String old = version + " is too old for notebooks; put Python 3." + OLDEST + " or newer first on PATH";
            // A Linux has that one already; brew brings a newer one than that of macOS.
            return Finding.warn("python", old, packages == Packages.BREW ? packages.python() : null);
        }
        return venv
                ? Finding.ok("python", version + ", " + path)
                : Finding.warn("python", version + " without venv", packages.venv());
    }
}
