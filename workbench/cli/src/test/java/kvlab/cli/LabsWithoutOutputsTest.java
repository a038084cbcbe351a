package kvlab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Labs are handed out as questions. A student may well commit what came out: in an edition nobody asks. */
@Tag("whole-kit")
class LabsWithoutOutputsTest {

    static List<String> labs() {
        return LabStoriesTest.labs();
    }

    @ParameterizedTest
    @MethodSource("labs")
    void isCommittedWithoutOutputs(String lab) throws Exception {
        for (JsonElement each : CommittedNotebooks.cells(lab)) {
            JsonObject cell = each.getAsJsonObject();
            if (cell.get("cell_type").getAsString().equals("code")) {
                assertEquals(0, cell.getAsJsonArray("outputs").size(), cell::toString);
                assertTrue(cell.get("execution_count").isJsonNull(), cell::toString);
            }
        }
    }
}
