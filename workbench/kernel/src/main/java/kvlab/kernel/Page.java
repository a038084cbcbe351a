package kvlab.kernel;

import static kvlab.cluster.Markup.escaped;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A page that needs no other file, in the style of the reports of notebooks. */
final class Page {

    private static final String STYLE = "workbench/kernel/src/main/python/report.css";

    private final String title;
    private final StringBuilder parts = new StringBuilder();

    Page(String title) {
        this.title = title;
    }

    void add(String html) {
        parts.append(html);
    }

    /** @param home of the kit, where the style is */
    String text(Path home) throws IOException {
        String heading = escaped(title);
        return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>" + heading
                + "</title>\n<style>\n" + Files.readString(home.resolve(STYLE))
                + "</style>\n</head>\n<body>\n<main>\n<h1>"
                + heading + "</h1>\n" + parts + "</main>\n</body>\n</html>\n";
    }
}
