package kvlab.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Folders for what a command needs only while it runs. Whatever a SIGKILL leaves there, ./lab clean removes. */
final class Scratch {

    private Scratch() {}

    static Path folder(Path home, String command) throws IOException {
        Path parent = Files.createDirectories(home.resolve(".kvlab").resolve("tmp"));
        return Files.createTempDirectory(parent, command + "-");
    }
}
