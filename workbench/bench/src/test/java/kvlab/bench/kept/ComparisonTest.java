package kvlab.bench.kept;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ComparisonTest {

    /** Students hand in files that they have edited. */
    @Test
    void sideThatLacksWhatTheTextsTellIsMissing() throws Exception {
        assertNull(missing(recorded()));
        for (String part : List.of("options", "runs", "answered", "held")) {
            JsonObject json = recorded();
            side(json).add(part, JsonNull.INSTANCE);
            assertEquals("sides", missing(json), part);
        }
        JsonObject inOneLoad = recorded();
        side(inOneLoad).getAsJsonObject("options").remove("windowSeconds");
        assertEquals("sides", missing(inOneLoad));
        side(inOneLoad).getAsJsonObject("options").addProperty("windowSeconds", 0);
        assertEquals("sides", missing(inOneLoad));
    }

    @Test
    void answerBeginsWithTheWarningOfTheHeadline() throws Exception {
        Comparison comparison = Run.GSON.fromJson(recorded(), Comparison.class);
        String warning = "Disturbed in 1 of 2 lives: other programs took too much CPU time. ";
        Outcome quiet = new Outcome("A", "B", null, "A sentence. Another.", List.of(), List.of());
        Outcome disturbed = new Outcome("A", "B", null, warning + "A sentence.", List.of(), List.of());
        assertEquals("PUT at 1000 requests/s: B (store=tuned) beside A (store=base).", comparison.answer(quiet));
        assertEquals(warning + comparison.answer(quiet), comparison.answer(disturbed));
    }

    private static String missing(JsonObject json) {
        return Run.GSON.fromJson(json, Comparison.class).missing();
    }

    private static JsonObject side(JsonObject json) {
        return json.getAsJsonArray("sides").get(1).getAsJsonObject();
    }

    private static JsonObject recorded() throws Exception {
        String file = "/kvlab/bench/recorded/profiles/reference/1-single-node/store-put/compare.json";
        Path path = Path.of(ComparisonTest.class.getResource(file).toURI());
        return JsonParser.parseString(Files.readString(path)).getAsJsonObject();
    }
}
