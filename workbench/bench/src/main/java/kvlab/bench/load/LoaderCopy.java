package kvlab.bench.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import kvlab.cluster.Target;

/** The kit's own wrk2 on a target box, its files laid out as its start script looks for them, and the scripts of the load. */
final class LoaderCopy {

    private LoaderCopy() {}

    /** @param program the start script, beside which the jars were built */
    static Place.Loader on(Target target, Path program, Path scripts) throws IOException {
        // Where a java is missing its own script would say so too, but in the middle of wrk2's output.
        target.jvm();
        Path home = program.toRealPath().getParent().getParent();
        Path there = target.folder().resolve("wrk2");
        link(target, program, there.resolve("bin/wrk2"));
        link(target, home.resolve("target/kvlab-wrk2.jar"), there.resolve("target/kvlab-wrk2.jar"));
        List<String> classPath = new ArrayList<>();
        for (String jar :
                Files.readString(home.resolve("target/classpath")).strip().split(":")) {
            classPath.add(target.put(Path.of(jar)).toString());
        }
        target.run(
                "printf %s \"$1\" >\"$2\" && chmod +x \"$3\"/bin/wrk2",
                String.join(":", classPath), there.resolve("target/classpath").toString(), there.toString());
        try (Stream<Path> all = Files.list(scripts)) {
            for (Path script :
                    all.filter(each -> each.toString().endsWith(".lua")).toList()) {
                link(
                        target,
                        script,
                        there.resolve("scripts").resolve(script.getFileName().toString()));
            }
        }
        return new Place.Loader(there.resolve("bin/wrk2"), there.resolve("scripts"));
    }

    /** A hard link: the script looks for the jars beside the file that it really is. */
    private static void link(Target target, Path file, Path there) throws IOException {
        target.run(
                "mkdir -p \"${2%/*}\" && ln -f \"$1\" \"$2\"", target.put(file).toString(), there.toString());
    }
}
