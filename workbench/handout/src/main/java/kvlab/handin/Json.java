package kvlab.handin;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import com.google.gson.Strictness;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import java.io.IOException;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** JSON that somebody else wrote: it may be made to fill the memory or the stack of whoever reads it. */
final class Json {

    private static final int DEEPEST = 64;

    /** Each takes many times the memory of its three characters; a notebook of the labs has some thousand. */
    private static final int MOST_VALUES = 200_000;

    private Json() {}

    static JsonObject object(String name, byte[] content) throws BadHandIn {
        String text = text(name, content);
        try {
            requireFewValues(name, reader(text));
            JsonElement element = JsonParser.parseReader(reader(text));
            if (element.isJsonObject()) {
                return element.getAsJsonObject();
            }
        } catch (JsonParseException | IOException e) {
            String reason = String.valueOf(e.getMessage()).contains("esting limit")
                    ? "nested deeper than " + DEEPEST
                    : "damaged";
            throw BadHandIn.of(name + " is no JSON that can be read: it is " + reason);
        }
        throw BadHandIn.of(name + " is no JSON object");
    }

    private static JsonReader reader(String text) {
        JsonReader reader = new JsonReader(new StringReader(text));
        reader.setStrictness(Strictness.LENIENT);
        reader.setNestingLimit(DEEPEST);
        return reader;
    }

    /** Before any of it is kept. */
    private static void requireFewValues(String name, JsonReader reader) throws IOException, BadHandIn {
        int values = 0;
        for (JsonToken next = reader.peek(); next != JsonToken.END_DOCUMENT; next = reader.peek()) {
            if (++values > MOST_VALUES) {
                throw BadHandIn.of(name + " holds more than " + MOST_VALUES + " values of JSON");
            }
            switch (next) {
                case BEGIN_ARRAY -> reader.beginArray();
                case END_ARRAY -> reader.endArray();
                case BEGIN_OBJECT -> reader.beginObject();
                case END_OBJECT -> reader.endObject();
                case NAME -> reader.nextName();
                default -> reader.skipValue();
            }
        }
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
