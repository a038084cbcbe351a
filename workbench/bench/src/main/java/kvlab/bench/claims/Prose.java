package kvlab.bench.claims;

import com.google.gson.JsonElement;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What somebody wrote about runs, sentence by sentence. */
final class Prose {

    private static final Pattern END = Pattern.compile("(?<=[.!?])\\s+(?=[A-Z\\[])|\\n\\s*\\n|\\n(?=[-*] )");
    private static final Pattern CITATION = Pattern.compile("\\[([^\\[\\]]*)]\\(run:([^#)\\s]+)#(/[^)\\s]*)\\)");

    private Prose() {}

    /**
     * A figure with its source: {@code [12.4 ms](run:ID#/json/pointer)}.
     *
     * @param text what is shown of it
     */
    record Citation(String text, String run, String pointer) {

        /** The number that it points to in what is known of its run, if it is one. */
        OptionalDouble figure(JsonElement json) {
            JsonElement element = at(json, pointer);
            boolean isNumber = element != null
                    && element.isJsonPrimitive()
                    && element.getAsJsonPrimitive().isNumber();
            return isNumber ? OptionalDouble.of(element.getAsDouble()) : OptionalDouble.empty();
        }
    }

    /** Null when nothing is there. */
    static JsonElement at(JsonElement json, String pointer) {
        JsonElement element = json;
        for (String step : pointer.substring(1).split("/")) {
            String name = step.replace("~1", "/").replace("~0", "~");
            if (element != null && element.isJsonObject()) {
                element = element.getAsJsonObject().get(name);
            } else if (element != null && element.isJsonArray() && name.matches("\\d{1,6}")) {
                int index = Integer.parseInt(name);
                element = index < element.getAsJsonArray().size()
                        ? element.getAsJsonArray().get(index)
                        : null;
            } else {
                return null;
            }
        }
        return element;
    }

    /**
     * @param words the sentence as a reader sees it
     * @param claims the same without what is cited: figures that the writer made of others
     */
    record Sentence(String words, String claims, List<Citation> citations) {}

    static List<Sentence> sentences(String text) {
        List<Sentence> sentences = new ArrayList<>();
        for (String each : END.split(text)) {
            List<Citation> citations = new ArrayList<>();
            Matcher citation = CITATION.matcher(each);
            while (citation.find()) {
                citations.add(new Citation(citation.group(1), citation.group(2), citation.group(3)));
            }
            sentences.add(new Sentence(citation.replaceAll("$1"), citation.replaceAll("[]"), citations));
        }
        return sentences;
    }
}
