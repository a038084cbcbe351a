package kvlab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChartCommandTest {

    private static final String RUN = "20261122-030116-4-async-client-put";

    @Test
    void folderIsNamedAfterAllRuns() {
        assertEquals("a--b--c", ChartCommand.folderName(List.of("a", "b", "c")));
    }

    /** Seven names of this length are more than a file system takes. */
    @Test
    void folderOfManyRunsIsNamedAfterTheFirst() {
        assertEquals(RUN + "--and-6-more", ChartCommand.folderName(Collections.nCopies(7, RUN)));
    }
}
