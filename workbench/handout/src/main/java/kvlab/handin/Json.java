package kvlab.handin;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import com.google.gson.stream.JsonReader;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** JSON that somebody else wrote: it may be made to fill the memory or the stack of whoever reads it. */
final class Json {

    private static final int DEEPEST = 64;

    private Json() {}

    static JsonObject object(String name, byte[] content) throws BadHandIn {
        try {
            JsonReader reader = new JsonReader(new StringReader(text(name, content)));
            reader.setNestingLimit(DEEPEST);
            JsonElement element = JsonParser.parseReader(reader);
            if (element.isJsonObject()) {
                return element.getAsJsonObject();
            }
        } catch (JsonParseException e) {
            String reason = e.getMessage().contains("esting limit") ? "nested deeper than " + DEEPEST : "damaged";
            throw BadHandIn.of(name + " is no JSON that can be read: it is " + reason);
        }
        throw BadHandIn.of(name + " is no JSON object");
    }

    static String text(String name, byte[] content) throws BadHandIn {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(content))
                    .toString();
        } catch (CharacterCodingException e) {
            throw BadHandIn.of(name + " is no text in UTF-8");
        }
    }

    /** Null when there is none, or what is there is no text. */
    static String string(JsonObject object, String name) {
        JsonElement element = object.get(name);
        boolean isText = element != null
                && element.isJsonPrimitive()
                && element.getAsJsonPrimitive().isString();
        return isText ? element.getAsString() : null;
    }
}
