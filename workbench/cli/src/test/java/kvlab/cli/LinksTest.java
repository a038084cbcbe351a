package kvlab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A file is renamed, or a heading is put better, and a page elsewhere still points to the old one. So every link within
 * the kit leads to a file that is there, and to a heading that is on it. Those to other hosts are left to the reader.
 */
@Tag("whole-kit")
class LinksTest {

    private static final Path KIT = Path.of(System.getProperty("kvlab.home"));
    private static final String NOTEBOOK = ".ipynb";

    private static final Pattern BLOCK = Pattern.compile("(?ms)^ *```.*?^ *```");
    private static final Pattern CODE = Pattern.compile("`[^`]*`");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)[^)]*\\)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ +(.+?) *$");

    /** A host, or a run whose figure is cited. */
    private static final Pattern ELSEWHERE = Pattern.compile("[a-z]+:.*");

    static List<String> pages() throws Exception {
        List<String> pages = new ArrayList<>(DocumentedCommand.pages(KIT));
        pages.addAll(List.of("CHANGELOG.md", "profiles/reference/README.md"));
        for (String name : CommittedNotebooks.names()) {
            pages.add("notebooks/" + name + NOTEBOOK);
        }
        return pages;
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("pages")
    void everyLinkLeadsSomewhere(String page) throws Exception {
        assertEquals(List.of(), dead(KIT.resolve(page), text(page)));
    }

    private static String text(String page) throws Exception {
        if (!page.endsWith(NOTEBOOK)) {
            return Files.readString(KIT.resolve(page));
        }
        String name = page.substring(page.indexOf('/') + 1, page.length() - NOTEBOOK.length());
        StringBuilder text = new StringBuilder();
        for (JsonElement each : CommittedNotebooks.cells(name)) {
            JsonObject cell = each.getAsJsonObject();
            if (cell.get("cell_type").getAsString().equals("markdown")) {
                cell.getAsJsonArray("source").forEach(line -> text.append(line.getAsString()));
                text.append("\n\n");
            }
        }
        return text.toString();
    }

    /** Those links of a page that lead nowhere. */
    private static List<String> dead(Path page, String text) throws IOException {
        List<String> dead = new ArrayList<>();
        Matcher link = LINK.matcher(CODE.matcher(withoutBlocks(text)).replaceAll(""));
        while (link.find()) {
            if (!ELSEWHERE.matcher(link.group(1)).matches() && !leadsSomewhere(page, text, link.group(1))) {
                dead.add(link.group(1));
            }
        }
        return dead;
    }

    private static boolean leadsSomewhere(Path page, String text, String link) throws IOException {
        String[] parts = link.split("#", 2);
        Path file = parts[0].isEmpty() ? page : page.resolveSibling(parts[0]).normalize();
        if (!Files.exists(file)) {
            return false;
        }
        return parts.length == 1
                || anchors(file.equals(page) ? text : Files.readString(file)).contains(parts[1]);
    }

    /** As GitHub makes them of headings. */
    private static Set<String> anchors(String text) {
        return HEADING.matcher(withoutBlocks(text))
                .results()
                .map(heading -> heading.group(1).toLowerCase(Locale.ROOT))
                .map(heading -> heading.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'))
                .collect(Collectors.toSet());
    }

    private static String withoutBlocks(String text) {
        return BLOCK.matcher(text).replaceAll("");
    }

    @Test
    void linkThatLeadsNowhereIsFound(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("other.md"), "# A page\n```\n# no heading\n```\n## `--execute`, and why?\n");
        String text = """
                # Here

                [gone](gone.md), [here](#here), [nowhere](#nowhere), [its name](other.md#a-page "a page"),
                [its part](other.md#--execute-and-why), [code](other.md#no-heading), [a run](run:x#/figures/requests),
                ![a picture](gone.png), [a host](https://example.org/gone), `[as code](gone.md)`.
                """;
        Path page = Files.writeString(folder.resolve("page.md"), text);
        assertEquals(List.of("gone.md", "#nowhere", "other.md#no-heading", "gone.png"), dead(page, text));
    }
}
