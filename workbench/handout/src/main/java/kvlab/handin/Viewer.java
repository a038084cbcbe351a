package kvlab.handin;

import static kvlab.cluster.Markup.escaped;
import static kvlab.cluster.Markup.inAnAttribute;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A page of a hand-in, inside one of ours. Opened from a disk by itself, it could ask the network, send what it finds, open
 * windows and look like something else. Inside a frame without an origin it can do none of this, and a frame that is given as
 * text also obeys the policy of the page around it: nothing is loaded from anywhere. Its scripts still run, since flame graphs
 * are drawn by them.
 */
final class Viewer {

    static final String POLICY =
            "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:;"
                    + " font-src data:; form-action 'none'; base-uri 'none'; webrtc 'block'";

    private Viewer() {}

    /** @param whose in a few words; what is in the page that is no text is not shown */
    static void write(Path file, String title, String whose, Path page) throws IOException {
        Output.whole(file, text(title, whose, new String(Files.readAllBytes(page), StandardCharsets.UTF_8)));
    }

    private static String text(String title, String whose, String page) {
        return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                + "<meta http-equiv=\"Content-Security-Policy\" content=\"" + POLICY + "\">\n"
                + "<meta name=\"referrer\" content=\"no-referrer\">\n"
                + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>"
                + escaped(title) + "</title>\n<style>\n"
                + "html, body { height: 100%; margin: 0; color-scheme: light dark; }\n"
                + "body { display: flex; flex-direction: column; font: 15px/1.4 system-ui, sans-serif; }\n"
                + "p { margin: 0; padding: .5rem 1rem; border-bottom: 1px solid #8888; }\n"
                + "iframe { flex: 1; border: 0; background: #fff; color-scheme: light; }\n"
                + "</style>\n</head>\n<body>\n<p><a href=\"../index.html\">Review</a> · " + escaped(title)
                + " · " + whose + ", without network</p>\n"
                + "<iframe sandbox=\"allow-scripts\" referrerpolicy=\"no-referrer\" title=\"" + escaped(title)
                + "\" srcdoc=\"" + inAnAttribute(page)
                + "\"></iframe>\n</body>\n</html>\n";
    }
}
