package kvlab.handin;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.util.ArrayList;
import java.util.List;

/**
 * What a student wrote in the notebook of a lab.
 *
 * @param texts of all its cells of Markdown
 * @param executed whether it holds an output at all
 * @param failed whether one of them is an error
 */
record Report(List<String> texts, String prediction, String conclusion, boolean executed, boolean failed) {

    private static final int MOST_CELLS = 1000;

    /** A pattern that looks for claims takes time that grows with the square of this. */
    private static final int MOST_CHARACTERS_OF_A_CELL = 20_000;

    private static final int MOST_CHARACTERS = 200_000;

    static Report parse(JsonObject notebook) throws BadHandIn {
        if (!(notebook.get("cells") instanceof JsonArray cells) || cells.size() > MOST_CELLS) {
            throw BadHandIn.of("the notebook has no list of cells, or one that is too long");
        }
        List<String> texts = new ArrayList<>();
        List<String> prediction = new ArrayList<>();
        List<String> conclusion = new ArrayList<>();
        boolean executed = false;
        boolean failed = false;
        int characters = 0;
        for (JsonElement each : cells) {
            if (!(each instanceof JsonObject cell)) {
                throw BadHandIn.of("the notebook has a cell that is no object");
            }
            if (cell.get("outputs") instanceof JsonArray outputs) {
                executed |= !outputs.isEmpty();
                failed |= outputs.asList().stream().anyMatch(Report::isError);
            }
            if (!"markdown".equals(Json.string(cell, "cell_type"))) {
                continue;
            }
            String text = source(cell.get("source"));
            characters += text.length();
            if (text.length() > MOST_CHARACTERS_OF_A_CELL || characters > MOST_CHARACTERS) {
                throw BadHandIn.of("the notebook has too much text: expected " + MOST_CHARACTERS_OF_A_CELL
                        + " characters in a cell and " + MOST_CHARACTERS + " in all at most");
            }
            texts.add(text);
            if (hasTag(cell, "prediction")) {
                prediction.add(text);
            }
            if (hasTag(cell, "conclusion")) {
                conclusion.add(text);
            }
        }
        return new Report(
                List.copyOf(texts),
                answer(String.join("\n\n", prediction)),
                answer(String.join("\n\n", conclusion)),
                executed,
                failed);
    }

    private static boolean isError(JsonElement output) {
        return output instanceof JsonObject shown && "error".equals(Json.string(shown, "output_type"));
    }

    /** Without the question, which is a paragraph in italics that the hand-out begins with. */
    private static String answer(String text) {
        String stripped = text.strip();
        int end = stripped.indexOf("\n\n");
        String first = end < 0 ? stripped : stripped.substring(0, end).strip();
        boolean isQuestion =
                first.length() > 1 && first.startsWith("*") && !first.startsWith("**") && first.endsWith("*");
        return isQuestion ? stripped.substring(first.length()).strip() : stripped;
    }

    private static boolean hasTag(JsonObject cell, String tag) {
        return cell.get("metadata") instanceof JsonObject metadata
                && metadata.get("tags") instanceof JsonArray tags
                && tags.contains(new JsonPrimitive(tag));
    }

    private static String source(JsonElement source) {
        StringBuilder text = new StringBuilder();
        if (source instanceof JsonArray lines) {
            lines.forEach(line -> text.append(line instanceof JsonPrimitive words ? words.getAsString() : ""));
        } else if (source instanceof JsonPrimitive words) {
            text.append(words.getAsString());
        }
        return text.toString();
    }
}
