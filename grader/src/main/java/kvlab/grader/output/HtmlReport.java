package kvlab.grader.output;

import static kvlab.cluster.Markup.escaped;

import java.util.List;
import java.util.Locale;
import kvlab.grader.CheckResult;
import kvlab.grader.Grade;
import kvlab.grader.Outcome;
import kvlab.grader.Points;

/** The scorecard: one page that needs nothing but itself. */
public final class HtmlReport {

    private static final String STYLE = """
            :root { color-scheme: light dark; --ink: #1d2433; --paper: #fbfaf7; --card: #fff; --line: #dfdcd3;
              --soft: #667; --pass: #1a7f4b; --fail: #b3261e; --other: #8a5a00; }
            @media (prefers-color-scheme: dark) { :root { --ink: #e4e6ec; --paper: #15181f; --card: #1d212a;
              --line: #353b48; --soft: #9aa3b5; --pass: #5fd08f; --fail: #ff8a80; --other: #f0b95b; } }
            body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
              max-width: 56rem; margin: 2.5rem auto; padding: 0 1rem; }
            header { display: flex; align-items: baseline; gap: 1.5rem; flex-wrap: wrap; }
            h1 { font-size: 1.4rem; margin: 0; } h2 { font-size: 1.1rem; margin: 2.5rem 0 .75rem; }
            .score { font-size: 3rem; font-weight: 650; line-height: 1; } .score small { font-size: 1.2rem; }
            .soft { color: var(--soft); }
            .bar { height: .5rem; border-radius: .25rem; background: var(--line); margin: 1rem 0 2rem; overflow: hidden; }
            .bar div { height: 100%; background: var(--pass); }
            table { width: 100%; border-collapse: collapse; } td, th { text-align: left; padding: .4rem .6rem;
              border-bottom: 1px solid var(--line); vertical-align: top; }
            th { font-weight: 600; color: var(--soft); font-size: .85rem; }
            .number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
            .pass { color: var(--pass); } .fail { color: var(--fail); } .open, .skipped, .inconclusive { color: var(--other); }
            article { background: var(--card); border: 1px solid var(--line); border-left: .3rem solid var(--fail);
              border-radius: .4rem; padding: .9rem 1.1rem; margin: 1rem 0; }
            article.other { border-left-color: var(--other); } h3 { font-size: 1rem; margin: 0 0 .6rem; }
            dl { display: grid; grid-template-columns: 6rem 1fr; gap: .35rem .8rem; margin: 0; }
            dt { color: var(--soft); } dd { margin: 0; grid-column: 2; overflow-wrap: anywhere; }
            @media (max-width: 34rem) { td, th { padding: .4rem .25rem; } tr > :last-child { display: none; }
              td code { overflow-wrap: anywhere; } }
            code, pre { font: .85rem/1.45 ui-monospace, monospace; } pre { overflow-x: auto; margin: .6rem 0 0; }
            a { color: inherit; }
            """;

    private HtmlReport() {}

    public static String text(Grade grade) {
        StringBuilder page = new StringBuilder("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>"
                + escaped(grade.stage()) + ": " + Points.text(grade.score()) + " of " + Points.text(grade.max())
                + "</title>\n<style>\n" + STYLE + Timeline.STYLE
                + "</style>\n</head>\n<body>\n");
        page.append(header(grade));
        Causes.open(grade).forEach((sentence, checks) -> page.append(openCard(sentence, checks)));
        page.append(table(grade));
        if (grade.count(Outcome.PASS) + grade.count(Outcome.OPEN)
                < grade.results().size()) {
            page.append("<h2>What is not right yet</h2>\n");
            Causes.others(grade).forEach(cause -> page.append(card(cause)));
        }
        return page.append("</body>\n</html>\n").toString();
    }

    private static String header(Grade grade) {
        return String.format(
                Locale.ROOT,
                "<header><div class=\"score\">%s<small class=\"soft\"> of %s</small></div><h1>%s</h1>%n"
                        + "<span class=\"soft\">%d of %d checks passed · %.1f s · seed %d</span></header>%n"
                        + "<div class=\"bar\"><div style=\"width: %.0f%%\"></div></div>%n",
                Points.text(grade.score()),
                Points.text(grade.max()),
                escaped(grade.stage()),
                grade.count(Outcome.PASS),
                grade.results().size(),
                grade.seconds(),
                grade.seed(),
                100 * grade.score() / Math.max(1, grade.max()));
    }

    private static String table(Grade grade) {
        StringBuilder table = new StringBuilder("<table>\n<tr><th>Rule</th><th>Check</th><th class=\"number\">Points"
                + "</th><th>Outcome</th><th class=\"number\">Seconds</th></tr>\n");
        for (CheckResult result : grade.results()) {
            if (result.outcome() == Outcome.OPEN) {
                continue;
            }
            String id = result.check().id();
            String name = escaped(result.check().name());
            table.append(String.format(
                    Locale.ROOT,
                    "<tr><td title=\"%s\">%s</td><td>%s<br><code class=\"soft\">%s</code></td>"
                            + "<td class=\"number\">%s/%s</td><td class=\"%s\">%s</td><td class=\"number\">%.1f</td></tr>%n",
                    escaped(result.check().rule().sentence()),
                    result.check().rule(),
                    result.outcome() == Outcome.PASS ? name : "<a href=\"#" + id + "\">" + name + "</a>",
                    id,
                    Points.text(result.points()),
                    Points.text(result.max()),
                    result.outcome().word(),
                    result.outcome().word(),
                    result.seconds()));
        }
        return table.append("</table>\n").toString();
    }

    private static String openCard(String sentence, List<CheckResult> checks) {
        return "<article class=\"other\">\n<h3>" + escaped(sentence) + "</h3>\n<p><code>" + Causes.ids(checks)
                + "</code></p>\n</article>\n";
    }

    private static String card(List<CheckResult> cause) {
        CheckResult result = cause.get(0);
        StringBuilder card = new StringBuilder("<article id=\"" + result.check().id() + "\""
                + (result.outcome() == Outcome.FAIL ? "" : " class=\"other\"") + ">\n<h3>"
                + escaped(result.check().name()) + " <span class=\""
                + result.outcome().word() + "\">"
                + result.outcome().word() + "</span></h3>\n");
        if (result.outcome() == Outcome.FAIL) {
            card.append("<dl>\n");
            result.message().lines().forEach(line -> {
                if (line.startsWith("  ")) {
                    card.append("<dd><code>").append(escaped(line.strip())).append("</code></dd>\n");
                    return;
                }
                String[] parts = line.split(":\\s+", 2);
                String text = escaped(parts.length > 1 ? parts[1] : "");
                card.append("<dt>").append(escaped(parts[0])).append("</dt><dd>");
                card.append(parts[0].equals("replay") ? "<code>" + text + "</code>" : text);
                card.append("</dd>\n");
            });
            if (cause.size() > 1) {
                List<CheckResult> same = cause.subList(1, cause.size());
                card.append("<dt>" + Causes.also(cause) + "</dt>");
                same.forEach(other -> card.append("<dd id=\"" + other.check().id() + "\"><details><summary>")
                        .append(escaped(other.check().name()))
                        .append(" <code class=\"soft\">" + other.check().rule() + "</code></summary><pre>")
                        .append(escaped(other.message()))
                        .append("</pre></details></dd>\n"));
            }
            card.append("</dl>\n");
        } else {
            card.append("<p>").append(escaped(result.message())).append("</p>\n");
        }
        if (result.evidence() != null) {
            card.append(Timeline.figure(
                    result.evidence().history(), result.evidence().finding()));
        }
        if (!result.log().isEmpty()) {
            card.append("<details><summary class=\"soft\">What the nodes wrote meanwhile</summary><pre>");
            result.log().forEach(line -> card.append(escaped(line)).append('\n'));
            card.append("</pre></details>\n");
        }
        return card.append("</article>\n").toString();
    }
}
