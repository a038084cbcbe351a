package kvlab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import kvlab.cluster.ClassArchive;
import kvlab.cluster.Printable;
import kvlab.cluster.Stages;

/** A folder of a test's own in which stage 1 and the load generator stand as a build would leave them. */
final class BuiltKit {

    /** The kit that is tested. */
    static final Path REAL = Path.of(System.getProperty("kvlab.home"));

    private static final String WRK2 = "workbench/wrk2/bin/wrk2";
    private static final String KERNEL = "workbench/kernel";

    private BuiltKit() {}

    static void in(Path home) throws IOException {
        stage(home, "1-single-node");
        program(home.resolve(WRK2), "'" + REAL.resolve(WRK2) + "'");
        link(home, KERNEL);
    }

    /** All stages, and ./lab. */
    static void whole(Path home) throws IOException {
        in(home);
        for (String stage : new Stages(REAL).names()) {
            stage(home, stage);
        }
        command(home);
    }

    /** ./lab, and what it needs beside stages. */
    static void command(Path home) throws IOException {
        script(home);
        for (String part : List.of(KERNEL, "wrk_scripts", "notebooks")) {
            link(home, part);
        }
    }

    private static void link(Path home, String part) throws IOException {
        if (!Files.exists(home.resolve(part))) {
            Files.createSymbolicLink(home.resolve(part), REAL.resolve(part));
        }
    }

    /** ./lab alone, with a copy of the class archive of nodes: making one takes two JVMs and some seconds. */
    static void script(Path home) throws IOException {
        ClassArchive.makeForKit();
        Path folder = Files.createDirectories(home.resolve(".kvlab"));
        try (DirectoryStream<Path> archives = Files.newDirectoryStream(REAL.resolve(".kvlab"), "classes-*.jsa")) {
            for (Path archive : archives) {
                Files.copy(archive, folder.resolve(archive.getFileName()), StandardCopyOption.REPLACE_EXISTING);
            }
        }
        program(
                home.resolve("lab"),
                LabProgram.command(home).stream().map(Printable::word).collect(Collectors.joining(" ")));
    }

    /** A comparison that came with the kit. */
    static void recorded(Path home, String id) throws IOException {
        try (Stream<Path> files = Files.walk(REAL.resolve("profiles/reference").resolve(id))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = home.resolve(REAL.relativize(file));
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
            }
        }
    }

    /** Of what a command keeps while it runs. */
    static void assertNothingIsLeft(Path home) throws IOException {
        Path scratch = home.resolve(".kvlab/tmp");
        assertEquals(List.of(), Files.exists(scratch) ? names(scratch) : List.of());
    }

    static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    /** All below a folder, by their paths there, but for git's own. */
    static List<String> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> folder.relativize(file).toString())
                    .filter(file -> !file.startsWith(".git/"))
                    .sorted()
                    .toList();
        }
    }

    private static void stage(Path home, String name) throws IOException {
        Path target =
                Files.createDirectories(home.resolve("stages").resolve(name).resolve("target"));
        Path service = Files.createDirectories(target.resolve("classes/META-INF/services"));
        Files.copy(
                REAL.resolve("stages")
                        .resolve(name)
                        .resolve("src/main/resources/META-INF/services/kvlab.node.NodeFactory"),
                service.resolve("kvlab.node.NodeFactory"),
                StandardCopyOption.REPLACE_EXISTING);
        Files.writeString(target.resolve("classpath"), System.getProperty("java.class.path"));
        Files.write(target.resolve("stage.jar"), new byte[0]);
        Path docs = Files.createDirectories(home.resolve("docs"));
        for (String page : List.of(name + ".md", "grader.md")) {
            Files.copy(REAL.resolve("docs").resolve(page), docs.resolve(page), StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private static void program(Path file, String command) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\nexec " + command + " \"$@\"\n");
        if (!file.toFile().setExecutable(true)) {
            throw new IOException(file + " cannot be made executable");
        }
    }
}
