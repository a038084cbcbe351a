package kvlab.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A command as a page tells its reader to type it.
 *
 * @param page where, as docs/bench.md
 * @param text without the words beside it that explain it
 */
record DocumentedCommand(String page, String text) {

    private static final Pattern FENCED = Pattern.compile("(?ms)^ *```.*?^ *```");
    private static final String OUTPUT = "```text";
    private static final Pattern IN_A_SENTENCE = Pattern.compile("`(\\./lab [^`]+)`");

    /** The kit's own script may stand in another folder than the reader, and a command in a step of a workflow. */
    private static final Pattern IN_A_BLOCK =
            Pattern.compile("(?m)^ *(?:- run: )?((?:[A-Z_]+=\\S+ )*(?:[\\w./]+/lab |workbench/wrk2/bin/|curl )\\S.*)$");

    private static final Pattern VARIABLE = Pattern.compile("[A-Z_]+=.*");
    private static final Pattern WORD = Pattern.compile("'([^']*)'|\"([^\"]*)\"|(\\S+)");

    /** README.md, CONTRIBUTING.md and all of docs/. */
    static List<String> pages(Path kit) throws IOException {
        List<String> pages = new ArrayList<>(List.of("README.md", "CONTRIBUTING.md"));
        try (Stream<Path> docs = Files.list(kit.resolve("docs"))) {
            docs.map(page -> "docs/" + page.getFileName())
                    .filter(page -> page.endsWith(".md"))
                    .sorted()
                    .forEach(pages::add);
        }
        return pages;
    }

    /** Those that stand on lines of their own, to be copied, in the order of the page. */
    static List<DocumentedCommand> inBlocks(Path kit, String page) throws IOException {
        List<DocumentedCommand> commands = new ArrayList<>();
        Matcher block = FENCED.matcher(Files.readString(kit.resolve(page)));
        while (block.find()) {
            if (block.group().strip().startsWith(OUTPUT)) {
                continue;
            }
            Matcher command = IN_A_BLOCK.matcher(block.group());
            while (command.find()) {
                commands.add(new DocumentedCommand(page, alone(command.group(1))));
            }
        }
        return commands;
    }

    /** Those in sentences, which may name what the reader has to put there, such as DIR. */
    static List<DocumentedCommand> inSentences(Path kit, String page) throws IOException {
        String sentences = FENCED.matcher(Files.readString(kit.resolve(page))).replaceAll("");
        return IN_A_SENTENCE
                .matcher(sentences)
                .results()
                .map(command -> new DocumentedCommand(page, command.group(1).replaceAll("\\s+", " ")))
                .toList();
    }

    /** Two spaces end it, and so does what a shell would take for itself. */
    private static String alone(String line) {
        return line.replaceFirst(" {2,}.*| &$| \\|\\| true$", "").strip();
    }

    /** As a shell splits it, without the variables that it is given. */
    List<String> words() {
        List<String> words = new ArrayList<>();
        Matcher word = WORD.matcher(text);
        while (word.find()) {
            words.add(Stream.of(word.group(1), word.group(2), word.group(3))
                    .filter(each -> each != null)
                    .findFirst()
                    .orElseThrow());
        }
        while (VARIABLE.matcher(words.get(0)).matches()) {
            words.remove(0);
        }
        return words;
    }

    boolean isOfLab() {
        return words().get(0).endsWith("/lab");
    }

    boolean isCurl() {
        return words().get(0).equals("curl");
    }

    @Override
    public String toString() {
        return page + ": " + text;
    }
}
