package kvlab.gallery;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class WrongBodiesTest {

    @TempDir
    private Path directory;

    static Stream<Named<Mutant>> bodies() {
        return WrongBodies.all().stream().map(body -> Named.of(body.name(), body));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("bodies")
    void wrongBodyFitsIntoItsStageAndCompiles(Mutant body) throws Exception {
        Path stages = Path.of(System.getProperty("kvlab.home")).resolve("stages");
        body.compile(stages, System.getProperty("java.class.path"), Files.createDirectories(directory));
    }
}
