package kvlab.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A folder of a test's own in which stage 1 and the load generator stand as a build would leave them. */
final class BuiltKit {

    private static final Path REAL = Path.of(System.getProperty("kvlab.home"));
    private static final String WRK2 = "workbench/wrk2/bin/wrk2";

    private BuiltKit() {}

    static void in(Path home) throws IOException {
        Path target = Files.createDirectories(home.resolve("stages/1-single-node/target"));
        Path service = Files.createDirectories(target.resolve("classes/META-INF/services"));
        Files.writeString(service.resolve("kvlab.node.NodeFactory"), "kvlab.single.StageFactory\n");
        Files.writeString(target.resolve("classpath"), System.getProperty("java.class.path"));
        Files.createFile(target.resolve("stage.jar"));
        loadGenerator(home.resolve(WRK2));
    }

    private static void loadGenerator(Path program) throws IOException {
        Files.createDirectories(program.getParent());
        Files.writeString(program, "#!/bin/sh\nexec '" + REAL.resolve(WRK2) + "' \"$@\"\n");
        if (!program.toFile().setExecutable(true)) {
            throw new IOException(program + " cannot be made executable");
        }
    }
}
