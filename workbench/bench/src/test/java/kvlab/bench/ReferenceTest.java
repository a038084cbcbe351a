package kvlab.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What came with the kit is what was recorded, and a kit that reads it. */
class ReferenceTest {

    @Test
    void everyRecordedRunIsReadableWholeAndSmall() throws Exception {
        Path home = Path.of(System.getProperty("kvlab.home"));
        assertEquals(List.of(), new Reference(home).faults());
    }
}
