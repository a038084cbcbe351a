package kvlab.handin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class ReportPageTest {

    @TempDir
    private Path directory;

    private boolean shows(String page, String prediction, String conclusion) throws IOException, BadHandIn {
        JsonArray cells = new JsonArray();
        cells.add(cell("prediction", prediction));
        cells.add(cell("conclusion", conclusion));
        JsonObject notebook = new JsonObject();
        notebook.add("cells", cells);
        Path html = Files.writeString(directory.resolve("report.html"), page);
        return ReportPage.shows(html, Report.parse(notebook));
    }

    private static JsonObject cell(String tag, String text) {
        String empty = "{\"cell_type\": \"markdown\", \"metadata\": {\"tags\": [\"" + tag + "\"]}}";
        JsonObject cell = JsonParser.parseString(empty).getAsJsonObject();
        cell.addProperty("source", text);
        return cell;
    }

    /** To look for such a piece at each place of such a page would take an hour. */
    @Test
    @Timeout(120)
    void pageThatIsMadeToTakeLongDoesNot() throws Exception {
        String piece = "a".repeat(15_000) + "b";
        assertFalse(shows("a".repeat(30_000_000), "a guess that is nowhere", piece));
        assertTrue(shows("a".repeat(30_000_000) + "b", piece, piece));
    }

    /** However much somebody predicted. */
    @Test
    void conclusionIsLookedForByItself() throws Exception {
        String prediction = "many words that each are a piece of their own\n".repeat(30);
        assertFalse(shows(prediction, prediction, "It is slower."));
        assertTrue(shows(prediction + "It is slower.", prediction, "It is slower."));
    }

    @Test
    void languageOfABlockOfCodeIsNotShown() {
        assertEquals(
                List.of("beforehand", "intanswer42"),
                ReportPage.pieces("beforehand\n```javascript\nint answer 42\n```"));
    }
}
