package kvlab.bench.machine;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Looks where JDKs stand: where the environment points, and where package managers, SDKMAN and IDEs put them. */
final class JdkFinder {
    private JdkFinder() {}

    /** The oldest first; each once, for links like "current" and "default-java" lead to the same place. */
    static List<Jdk> find(Surroundings here) {
        Map<Path, Jdk> found = new LinkedHashMap<>();
        for (Path folder : folders(here)) {
            Jdk.at(folder).ifPresent(jdk -> found.putIfAbsent(jdk.home(), jdk));
        }
        return found.values().stream()
                .sorted(Comparator.comparingInt(Jdk::major)
                        .thenComparing(Jdk::version)
                        .thenComparing(Jdk::home))
                .toList();
    }

    private static List<Path> folders(Surroundings here) {
        List<Path> folders = new ArrayList<>();
        folders.add(here.javaHome());
        here.variable("JAVA_HOME").map(Path::of).ifPresent(folders::add);
        for (Path java : here.programs("java")) {
            Path bin = Surroundings.realPath(java).getParent();
            Optional.ofNullable(bin.getParent()).ifPresent(folders::add);
        }
        folders.addAll(Surroundings.entries(here.root().resolve("usr/lib/jvm")));
        for (Path bundle : Surroundings.entries(here.root().resolve("Library/Java/JavaVirtualMachines"))) {
            folders.add(bundle.resolve("Contents/Home"));
        }
        folders.addAll(Surroundings.entries(here.home().resolve(".sdkman/candidates/java")));
        folders.addAll(Surroundings.entries(here.home().resolve(".jdks")));
        return folders;
    }
}
