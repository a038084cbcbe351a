package kvlab.bench.machine;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The JDKs.
 *
 * @param running the home of the Java that runs the kit
 * @param javaHome what JAVA_HOME says, null when it is not set
 */
record Java(Path running, Path javaHome, List<Jdk> jdks) {
    static Java look(Surroundings here) {
        return new Java(
                Surroundings.realPath(here.javaHome()),
                here.variable("JAVA_HOME").map(Path::of).orElse(null),
                JdkFinder.find(here));
    }

    Finding finding(Packages packages) {
        String all = jdks.stream().map(Jdk::text).collect(Collectors.joining(", "));
        if (builder().isEmpty()) {
            String found = "no JDK " + Jdk.OLDEST + " or newer" + (all.isEmpty() ? "" : ", only " + all);
            return Finding.fail("java", found, packages.jdk());
        }
        if (javaHome != null && Jdk.at(javaHome).filter(Jdk::builds).isEmpty()) {
            String found = "JAVA_HOME is " + javaHome + ", which is no JDK " + Jdk.OLDEST + " or newer; found " + all;
            return Finding.warn("java", found, useBuilder());
        }
        return Finding.ok("java", all);
    }

    /** A JDK that can build the kit. */
    Optional<Jdk> builder() {
        return jdks.stream().filter(Jdk::builds).findFirst();
    }

    /** The command that makes Maven use such a JDK, or null when there is none. */
    String useBuilder() {
        return builder().map(jdk -> "export JAVA_HOME=\"" + jdk.home() + "\"").orElse(null);
    }
}
