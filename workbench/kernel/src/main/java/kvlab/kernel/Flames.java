package kvlab.kernel;

import static kvlab.cluster.Markup.escaped;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Flame graphs as they were drawn into files: the pages themselves, inside the notebook.
 *
 * @param home of the kit, in which the files are
 */
public record Flames(Path home, List<Page> pages) implements Shown {

    /** Its title stands above it already, and what the flames stand on is at its end. */
    private static final String IN_A_FRAME = "<style>h1 {visibility:hidden; height:20px; overflow:hidden}</style>"
            + "<script>addEventListener('load', () => scrollTo(0, document.documentElement.scrollHeight))</script>\n";

    /** One of them. */
    record Page(String title, Path file) {}

    @Override
    public String html() {
        StringBuilder html = new StringBuilder();
        for (Page page : pages) {
            try {
                html.append("<div><p><strong>").append(escaped(page.title)).append("</strong></p>\n");
                html.append(Html.page(page.title, Files.readString(page.file) + IN_A_FRAME))
                        .append("</div>\n");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return pages.size() == 1 ? html.toString() : Html.besideEachOther(html.toString());
    }

    @Override
    public String text() {
        StringBuilder text = new StringBuilder("Flame graphs, for a browser:\n");
        pages.forEach(page -> text.append("  ")
                .append(page.title)
                .append(": ")
                .append(home.relativize(page.file))
                .append('\n'));
        return text.toString();
    }

    @Override
    public String toString() {
        return text();
    }
}
