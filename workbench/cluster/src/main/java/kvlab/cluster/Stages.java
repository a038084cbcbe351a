package kvlab.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The stages of the kit: the numbered folders below stages/. */
public final class Stages {

    private final Path folder;

    public Stages(Path kitHome) {
        this.folder = kitHome.resolve("stages");
    }

    public List<String> names() throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.map(entry -> entry.getFileName().toString())
                    .filter(name -> name.matches("[0-9]+-.+"))
                    .sorted()
                    .toList();
        }
    }

    /** A stage of the kit by its name, or somebody's project by its folder. */
    public StageProgram find(String nameOrFolder) throws UsageException, IOException {
        if (!names().contains(nameOrFolder) && Files.isDirectory(Path.of(nameOrFolder))) {
            return StageProgram.of(Path.of(nameOrFolder));
        }
        return StageProgram.of(folder(nameOrFolder));
    }

    /** Where a stage of the kit stands, built or not. */
    public Path folder(String name) throws UsageException, IOException {
        List<String> names = names();
        if (!names.contains(name)) {
            throw UsageException.of("there is no stage '" + name + "'; there " + (names.size() == 1 ? "is " : "are ")
                    + String.join(", ", names));
        }
        return folder.resolve(name);
    }
}
