package kvlab.bench.machine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** A folder that looks like a machine: real files, and real shell scripts on its PATH, which need no other program. */
final class SmallMachine {
    private final Path root;
    private final Map<String, String> environment = new HashMap<>();
    private String osName = "Linux";
    private String osVersion = "6.1.0";
    private int processors = 4;
    private Duration patience = Surroundings.PATIENCE;

    SmallMachine(Path root) {
        this.root = root;
        environment.put("PATH", root.resolve("bin").toString());
        folder("kit");
        folder("bin");
    }

    SmallMachine mac(String version) {
        osName = "Mac OS X";
        osVersion = version;
        return this;
    }

    SmallMachine processors(int number) {
        processors = number;
        return this;
    }

    /** How long programs that are not the kit's may take to answer. */
    SmallMachine patience(Duration longest) {
        patience = longest;
        return this;
    }

    SmallMachine variable(String name, String value) {
        environment.put(name, value);
        return this;
    }

    Path folder(String path) {
        try {
            return Files.createDirectories(root.resolve(path));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    SmallMachine file(String path, String text) {
        Path file = root.resolve(path);
        folder(root.relativize(file.getParent()).toString());
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    SmallMachine program(String path, String script) {
        file(path, "#!/bin/sh\n" + script + "\n");
        if (!root.resolve(path).toFile().setExecutable(true)) {
            throw new IllegalStateException(path + " cannot be made executable");
        }
        return this;
    }

    /** A program that prints this text, whatever it is asked, and exits. */
    SmallMachine prints(String path, String text, int exit) {
        file(path + ".txt", text + "\n");
        String loop = "while IFS= read -r line; do printf '%s\\n' \"$line\"; done";
        return program(path, loop + " < '" + root.resolve(path + ".txt") + "'\nexit " + exit);
    }

    /** A home with a release file, and bin/java; bin/javac makes it a JDK. */
    Path java(String path, String version, String vendor, boolean compiler) {
        file(path + "/release", "IMPLEMENTOR=\"" + vendor + "\"\nJAVA_VERSION=\"" + version + "\"\n");
        program(path + "/bin/java", "exit 0");
        if (compiler) {
            program(path + "/bin/javac", "exit 0");
        }
        return Surroundings.realPath(root.resolve(path));
    }

    Path path(String path) {
        return root.resolve(path);
    }

    Surroundings surroundings() {
        return new Surroundings(
                root,
                root.resolve("home"),
                root.resolve("kit"),
                environment,
                osName,
                osVersion,
                "amd64",
                processors,
                root.resolve("running"),
                patience);
    }
}
