package kvlab.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import kvlab.bench.reference.ReferenceLab;
import kvlab.bench.reference.ReferenceLabs;
import kvlab.bench.reference.SpeedTable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The tables of speed on the pages of the stages are those of runs that come with the kit. */
class SpeedTablesTest {

    private static final Path KIT = Path.of(System.getProperty("kvlab.home"));

    static Stream<ReferenceLab> labs() {
        return ReferenceLabs.all().stream();
    }

    @ParameterizedTest
    @MethodSource("labs")
    void pageHasTheFiguresOfItsRuns(ReferenceLab lab) throws Exception {
        SpeedTable table = SpeedTable.of(KIT, lab).orElseThrow();
        assertTrue(
                Files.readString(table.page()).contains(table.text()),
                () -> table.page() + " lacks this table; ./lab record writes it:\n" + table.text());
    }
}
