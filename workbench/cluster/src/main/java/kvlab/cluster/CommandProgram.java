package kvlab.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A program in any language, by a template of its command line: {@code ./node --port {port} --data {data} --cluster
 * {cluster}}. There is no shell in between, so that a signal reaches the program itself; blanks part the words, and quotes
 * of either kind keep them together.
 */
public record CommandProgram(String template) implements NodeProgram {

    private static final Pattern WORD = Pattern.compile("(?:[^\\s'\"]|'[^']*'|\"[^\"]*\")+");
    private static final Pattern QUOTED = Pattern.compile("'([^']*)'|\"([^\"]*)\"");
    private static final Pattern PLACE = Pattern.compile("\\{(\\w*)\\}");

    public static CommandProgram of(String template) throws UsageException {
        if (!template.contains("{port}")) {
            throw UsageException.of("--command " + template + ": expected {port} in it, where the port goes");
        }
        Matcher place = PLACE.matcher(template);
        while (place.find()) {
            if (!List.of("port", "data", "cluster", "node").contains(place.group(1))) {
                throw UsageException.of("--command " + template + ": there is no " + place.group()
                        + "; there are {port}, {data}, {cluster} and {node}");
            }
        }
        if (!WORD.matcher(template).replaceAll("").isBlank()) {
            throw UsageException.of("--command " + template + ": a quote is not closed");
        }
        return new CommandProgram(template);
    }

    @Override
    public String name() {
        return words().get(0);
    }

    @Override
    public List<String> command(NodeSpec node) {
        return words().stream().map(word -> fill(word, node)).toList();
    }

    private static String fill(String word, NodeSpec node) {
        return word.replace("{port}", Integer.toString(node.port()))
                .replace("{data}", node.data().toString())
                .replace("{cluster}", String.join(",", node.cluster()))
                .replace("{node}", node.member());
    }

    private List<String> words() {
        List<String> words = new ArrayList<>();
        Matcher word = WORD.matcher(template);
        while (word.find()) {
            words.add(QUOTED.matcher(word.group())
                    .replaceAll(quoted ->
                            Matcher.quoteReplacement(quoted.group(1) == null ? quoted.group(2) : quoted.group(1))));
        }
        return words;
    }
}
