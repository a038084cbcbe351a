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
        List<String> names = names();
        if (names.contains(nameOrFolder)) {
            return StageProgram.of(folder.resolve(nameOrFolder));
        }
        Path project = Path.of(nameOrFolder);
        if (Files.isDirectory(project)) {
            return StageProgram.of(project);
        }
        throw UsageException.of("there is no stage '" + nameOrFolder + "'; there "
                + (names.size() == 1 ? "is " : "are ") + String.join(", ", names));
    }
}
