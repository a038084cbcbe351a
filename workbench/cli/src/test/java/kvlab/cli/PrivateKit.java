package kvlab.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Stage 1 and the load generator as a build would leave them, every jar of theirs a copy in a folder of a test's own. */
final class PrivateKit {

    private static final Path REAL = Path.of(System.getProperty("kvlab.home"));

    private PrivateKit() {}

    static void in(Path home) throws IOException {
        Path stage = Path.of("stages/1-single-node/target");
        String service = "classes/META-INF/services/kvlab.node.NodeFactory";
        copy(REAL.resolve(stage).resolve(service), home.resolve(stage).resolve(service));
        try (Stream<Path> files = Files.list(REAL.resolve(stage))) {
            for (Path jar : files.filter(file -> file.toString().endsWith("SNAPSHOT.jar"))
                    .toList()) {
                copy(jar, home.resolve(stage).resolve(jar.getFileName()));
            }
        }
        classPath(stage, home);
        Path wrk2 = Path.of("workbench/wrk2");
        for (String file : List.of("bin/wrk2", "target/kvlab-wrk2.jar")) {
            copy(REAL.resolve(wrk2).resolve(file), home.resolve(wrk2).resolve(file));
        }
        classPath(wrk2.resolve("target"), home);
        try (Stream<Path> scripts = Files.list(REAL.resolve("wrk_scripts"))) {
            for (Path script : scripts.toList()) {
                copy(script, home.resolve("wrk_scripts").resolve(script.getFileName()));
            }
        }
    }

    private static void classPath(Path target, Path home) throws IOException {
        List<String> copies = new ArrayList<>();
        for (String jar : Files.readString(REAL.resolve(target).resolve("classpath"))
                .strip()
                .split(":")) {
            Path copy = home.resolve("libraries").resolve(Path.of(jar).getFileName());
            if (!Files.exists(copy)) {
                copy(Path.of(jar), copy);
            }
            copies.add(copy.toString());
        }
        Files.writeString(home.resolve(target).resolve("classpath"), String.join(":", copies));
    }

    private static void copy(Path file, Path there) throws IOException {
        Files.createDirectories(there.getParent());
        Files.copy(file, there, StandardCopyOption.COPY_ATTRIBUTES);
    }
}
