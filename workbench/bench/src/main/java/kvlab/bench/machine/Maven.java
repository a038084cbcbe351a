package kvlab.bench.machine;

import java.nio.file.Path;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Maven, and the Java that it runs on: that one compiles the kit.
 *
 * @param path null when there is no mvn on PATH
 * @param version null when it did not tell; problem says why
 */
record Maven(Path path, String version, Path javaHome, String problem) {
    // What the newest compiler and jar plugins ask for.
    private static final String OLDEST = "3.6.3";

    // It may print colours, even into a file.
    private static final Pattern VERSION = Pattern.compile("Apache Maven (\\d+\\.\\d+[\\w.-]*)");
    private static final Pattern RUNTIME = Pattern.compile("runtime: (\\P{Cntrl}+)");

    static Maven look(Surroundings here) {
        return here.program("mvn").map(path -> ask(here, path)).orElse(new Maven(null, null, null, null));
    }

    private static Maven ask(Surroundings here, Path path) {
        Program.Answer answer = here.ask(path, "-version");
        String version = first(VERSION, answer.output());
        String runtime = first(RUNTIME, answer.output());
        String problem = answer.good() && version == null ? "its version is not in what it printed" : answer.problem();
        return new Maven(path, version, runtime == null ? null : Path.of(runtime.strip()), problem);
    }

    private static String first(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map((MatchResult match) -> match.group(1))
                .findFirst()
                .orElse(null);
    }

    Finding finding(Java java, Packages packages) {
        if (path == null) {
            return Finding.fail("maven", "no mvn on PATH", packages.maven());
        }
        if (problem != null) {
            String remedy = problem.contains("JAVA_HOME") ? java.useBuilder() : packages.maven();
            return Finding.fail("maven", path + ": " + problem, remedy);
        }
        if (older(version, OLDEST)) {
            return Finding.fail("maven", version + " is older than " + OLDEST, packages.maven());
        }
        Jdk jdk = javaHome == null ? null : Jdk.at(javaHome).orElse(null);
        if (jdk == null) {
            return Finding.ok("maven", version);
        }
        return jdk.builds()
                ? Finding.ok("maven", version + " on " + jdk.text())
                : Finding.fail("maven", version + " runs on " + jdk.text() + ", which cannot build", java.useBuilder());
    }

    private static boolean older(String version, String than) {
        String[] a = version.split("[.-]");
        String[] b = than.split("[.-]");
        for (int i = 0; i < b.length; i++) {
            int left = i < a.length && a[i].matches("\\d{1,6}") ? Integer.parseInt(a[i]) : 0;
            int right = Integer.parseInt(b[i]);
            if (left != right) {
                return left < right;
            }
        }
        return false;
    }
}
