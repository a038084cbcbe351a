package kvlab.bench.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import kvlab.cluster.Jvm;
import kvlab.cluster.Target;

/** What a target box tells of itself: the files that the doctor would read there, read here. */
final class TargetMachine {

    private static final List<String> FILES = List.of(
            "proc/cpuinfo",
            "proc/meminfo",
            "proc/self/status",
            "proc/self/cgroup",
            "proc/sys/kernel/osrelease",
            "proc/sys/kernel/perf_event_paranoid",
            "proc/sys/kernel/kptr_restrict",
            "etc/os-release",
            "sys/fs/cgroup/*.max",
            "sys/fs/cgroup/*/*.max",
            "sys/fs/cgroup/*/*/*.max",
            "sys/fs/cgroup/*/*/*/*.max");

    private TargetMachine() {}

    static Machine look(Target target, Path scratch) throws IOException {
        Path root = Files.createDirectories(scratch.resolve("target-machine"));
        for (Map.Entry<String, String> each : target.read(FILES).entrySet()) {
            Path copy = root.resolve(each.getKey());
            Files.createDirectories(copy.getParent());
            Files.writeString(copy, each.getValue());
        }
        Surroundings there = new Surroundings(
                root,
                root,
                root,
                Map.of(),
                "Linux",
                "unknown",
                target.architecture(),
                target.processors(),
                root,
                Surroundings.PATIENCE);
        return new Machine(
                Platform.look(there),
                Cpu.look(there),
                Memory.look(there),
                null,
                null,
                java(target, root),
                null,
                null,
                PerfEvent.look(there),
                null,
                null,
                null);
    }

    private static Java java(Target target, Path root) throws IOException {
        if (!target.hasJava()) {
            return new Java(null, null, List.of());
        }
        Jvm jvm = target.jvm();
        Path release = Files.createDirectories(root.resolve("java")).resolve("release");
        Files.writeString(
                release,
                target.run("cat \"$1\"/release 2>/dev/null || :", jvm.home().toString()));
        boolean compiler = target.has(jvm.home().resolve("bin/javac").toString());
        List<Jdk> found = Jdk.at(release.getParent()).stream()
                .map(jdk -> new Jdk(jvm.home(), jdk.version(), jdk.major(), jdk.vendor(), compiler))
                .toList();
        return new Java(jvm.home(), null, found);
    }
}
