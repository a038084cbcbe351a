package kvlab.gallery;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MutantsTest {

    @TempDir
    private Path directory;

    static Stream<Named<Mutant>> mutants() {
        return Stream.of(WrongBodies.all(), Mutants.all())
                .flatMap(List::stream)
                .map(mutant -> Named.of(mutant.name(), mutant));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mutants")
    void mutantFitsIntoItsStageAndCompiles(Mutant mutant) throws Exception {
        Path stages = Path.of(System.getProperty("kvlab.home")).resolve("stages");
        mutant.compile(stages, System.getProperty("java.class.path"), Files.createDirectories(directory));
    }
}
