package kvlab.bench.machine;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import kvlab.cluster.Jvm;
import kvlab.cluster.UsageException;

/** Looks where JDKs stand: where the environment points, and where package managers, SDKMAN and IDEs put them. */
public final class JdkFinder {
    private JdkFinder() {}

    /** One of that feature version, for nodes to run on. */
    public static Jvm jvm(Path kit, String version) throws UsageException {
        return jvm(find(Surroundings.here(kit)), version);
    }

    /** The home of the oldest that is that new. */
    public static Optional<Path> atLeast(Path kit, int version) {
        return find(Surroundings.here(kit)).stream()
                .filter(jdk -> jdk.major() >= version)
                .map(Jdk::home)
                .findFirst();
    }

    static Jvm jvm(List<Jdk> found, String version) throws UsageException {
        for (Jdk jdk : found) {
            if (Integer.toString(jdk.major()).equals(version)) {
                return new Jvm(jdk.home(), jdk.major());
            }
        }
        throw UsageException.of("jdk=" + version + ": there is no such JDK on this machine; there are "
                + found.stream()
                        .map(jdk -> Integer.toString(jdk.major()))
                        .distinct()
                        .collect(Collectors.joining(", ")));
    }

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
