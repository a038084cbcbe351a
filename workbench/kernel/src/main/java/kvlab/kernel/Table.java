package kvlab.kernel;

import static kvlab.cluster.Markup.escaped;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Figures in rows.
 *
 * @param title what they are of
 * @param left how many columns on the left are words
 */
public record Table(String title, int left, List<String> head, List<List<String>> rows) implements Shown {

    @Override
    public String html() {
        StringBuilder html = new StringBuilder("<div style=\"overflow-x:auto\"><table>\n");
        if (!title.isEmpty()) {
            html.append("<caption style=\"text-align:left\">")
                    .append(escaped(title))
                    .append("</caption>\n");
        }
        html.append("<thead><tr>").append(cells("th", head)).append("</tr></thead>\n<tbody>\n");
        rows.forEach(row -> html.append("<tr>").append(cells("td", row)).append("</tr>\n"));
        return html.append("</tbody></table></div>\n").toString();
    }

    private String cells(String tag, List<String> row) {
        StringBuilder cells = new StringBuilder();
        for (int i = 0; i < row.size(); i++) {
            cells.append(Html.cell(tag, isLeft(i), row.get(i)));
        }
        return cells.toString();
    }

    /** The last column may be words, too: a verdict, or a note. */
    private boolean isLeft(int column) {
        return column < left || rows.stream().anyMatch(row -> row.get(column).matches("\\p{L}.*"));
    }

    @Override
    public String text() {
        List<Integer> widths = new ArrayList<>();
        for (int i = 0; i < head.size(); i++) {
            int column = i;
            widths.add(Stream.concat(Stream.of(head), rows.stream())
                    .mapToInt(row -> row.get(column).length())
                    .max()
                    .orElseThrow());
        }
        StringBuilder text = new StringBuilder(title.isEmpty() ? "" : title + "\n");
        text.append(line(head, widths));
        rows.forEach(row -> text.append(line(row, widths)));
        return text.toString();
    }

    private String line(List<String> row, List<Integer> widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < row.size(); i++) {
            line.append("  ")
                    .append(String.format("%" + (isLeft(i) ? "-" : "") + (widths.get(i) + 1) + "s", row.get(i)));
        }
        return line.toString().stripTrailing() + "\n";
    }

    @Override
    public String toString() {
        return text();
    }
}
