package kvlab.bench.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonSyntaxException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OptionsTest {

    private static final Gson GSON = new Gson();

    @ParameterizedTest
    @EnumSource
    void loadStandsAmongTheOtherOptions(Op op) {
        Options options = options(new Load(op, 1000, 64, 2, 24, 100, 64, 1, "2/3", 60, 1));
        JsonObject json = JsonParser.parseString(GSON.toJson(options)).getAsJsonObject();
        assertEquals(op.label(), json.get("op").getAsString());
        assertEquals(1000, json.get("rate").getAsInt());
        assertFalse(json.has("load"));
        assertEquals(options, GSON.fromJson(json, Options.class));
    }

    @Test
    void oneLoadHasNoWindows() {
        JsonObject json = json();
        json.remove("windowSeconds");
        Options read = GSON.fromJson(json, Options.class);
        assertFalse(read.load().isInWindows());
        json.addProperty("windowSeconds", 0);
        assertFalse(GSON.fromJson(json, Options.class).load().isInWindows());
    }

    @Test
    void operationThatThereIsNotIsMissing() {
        JsonObject json = json();
        assertNull(Options.missing(GSON.fromJson(json, Options.class)));
        json.addProperty("op", "sing");
        assertEquals("op", Options.missing(GSON.fromJson(json, Options.class)));
        assertEquals("options", Options.missing(GSON.fromJson("null", Options.class)));
    }

    @Test
    void halfARateIsRefused() {
        JsonObject json = json();
        json.addProperty("rate", 1000.5);
        JsonSyntaxException e = assertThrows(JsonSyntaxException.class, () -> GSON.fromJson(json, Options.class));
        assertTrue(e.getMessage().contains("1000.5"), e.getMessage());
    }

    private static JsonObject json() {
        Load load = new Load(Op.PUT, 1000, 64, 2, 24, 100, 64, 1, null, 60, 1);
        return GSON.toJsonTree(options(load)).getAsJsonObject();
    }

    private static Options options(Load load) {
        return new Options("a stage", 3, List.of("x=1"), 8080, load, 0, 17, null, null, null, null, null, null);
    }
}
