package kvlab.kernel;

import static kvlab.cluster.Markup.escaped;
import static kvlab.cluster.Markup.inAnAttribute;

import java.util.List;
import java.util.regex.Pattern;
import kvlab.bench.load.Options;
import kvlab.bench.page.RunText;

/** Parts of pages, which look right in JupyterLab and in a report: its style is theirs. */
final class Html {

    private static final Pattern LINK = Pattern.compile("<a href=['\"]https?:[^>]*>([^<]*)</a>");

    private Html() {}

    static String paragraph(String text) {
        return "<p>" + escaped(text) + "</p>\n";
    }

    /** The finding, in large letters. */
    static String answer(String text) {
        return "<p style=\"font-size:1.35em;line-height:1.35;font-weight:600\">" + escaped(text) + "</p>\n";
    }

    /** On which machine and cores it was measured. */
    static String where(Options options) {
        List<String> lines = RunText.where(options);
        return lines.isEmpty() ? "" : paragraph(String.join("; ", lines));
    }

    /** Of a table, whose numbers stand on the right. */
    static String cell(String tag, boolean left, String text) {
        return "<" + tag + " style=\"text-align:" + (left ? "left" : "right;white-space:nowrap") + "\">" + escaped(text)
                + "</" + tag + ">";
    }

    /**
     * A whole page inside this one. It needs no other file, and so it points to none: where a report is read there may be no
     * network.
     */
    static String page(String title, String page) {
        return "<iframe title=\"" + escaped(title)
                + "\" style=\"box-sizing:border-box;width:100%;height:500px;border:1px solid #999;background:#fff\" srcdoc=\""
                + inAnAttribute(LINK.matcher(page).replaceAll("$1"))
                + "\"></iframe>\n";
    }

    /** Beside each other where there is room for two, and else below each other. */
    static String besideEachOther(String parts) {
        return "<div style=\"display:grid;gap:12px;grid-template-columns:repeat(auto-fit,minmax(min(100%,420px),1fr))\">\n"
                + parts + "</div>\n";
    }
}
