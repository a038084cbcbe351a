package kvlab.handin;

import static kvlab.cluster.Markup.escaped;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import kvlab.bench.kept.Run;
import kvlab.bench.kept.RunFolder;
import kvlab.bench.watch.TimeLine;

/**
 * What a run was like, second by second, as a page of its own: whether a p99 is that of every second or of one, and what the
 * nodes did in it. The figures are anybody's, and a class has hundreds of such runs. So they are drawn here, and not by the
 * library that draws the charts of a report, which takes fonts and time and believes every figure: nothing but numbers gets
 * in, and a curve has no more points than a screen shows.
 */
final class TimeLines {

    private static final int WIDTH = 800;
    private static final int HEIGHT = 180;
    private static final int LEFT = 60;
    private static final int TOP = 8;
    private static final int BELOW = 24;

    private static final int MOST_POINTS = 400;
    private static final int MOST_NODES = 16;
    private static final double MOST = 1e12;

    /** What an axis reaches at least: a curve near its bottom is as much as nothing. */
    private static final double LEAST = 0.1;

    private static final double MICROS_IN_MILLI = 1000;

    /** Of Okabe and Ito, as all charts of the kit. */
    private static final List<String> COLOURS =
            List.of("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8a8a8a");

    private static final String STYLE = """
            :root { color-scheme: light dark; }
            body { font: 15px/1.45 system-ui, sans-serif; margin: 0 auto; padding: 1rem; max-width: 56rem; }
            h1 { font-size: 1.25rem; overflow-wrap: anywhere; } h2 { font-size: 1rem; margin: 1.5rem 0 .25rem; }
            svg { width: 100%; height: auto; } polyline { fill: none; stroke-width: 2; } line { stroke: #8886; }
            text { font: 12px system-ui, sans-serif; fill: currentColor; } text.y { text-anchor: end; }
            text.x { text-anchor: middle; } p { margin: .25rem 0; } p span { margin-right: 1rem; }
            """;

    private final StringBuilder charts = new StringBuilder();

    private TimeLines() {}

    /** Null when there is nothing to draw: a real wrk2 tells of no seconds, and not every system of its processes. */
    static String page(String title, RunFolder folder) {
        TimeLines lines = new TimeLines();
        String problem = null;
        try {
            lines.draw(folder);
        } catch (BadHandIn | IOException e) {
            problem = e.getMessage();
        } catch (RuntimeException e) {
            // There are the right names, and something else below them.
            problem = "it is damaged: " + e;
        }
        if (problem != null) {
            lines.charts
                    .append("<p>The rest cannot be drawn: ")
                    .append(escaped(Words.oneLine(Words.cut(problem, 300))))
                    .append("</p>\n");
        }
        return lines.charts.isEmpty() ? null : page(title, lines.charts.toString());
    }

    private static String page(String title, String charts) {
        StringBuilder style = new StringBuilder(STYLE);
        for (int i = 0; i < COLOURS.size(); i++) {
            String colour = COLOURS.get(i);
            style.append(".c" + i + " { stroke: " + colour + "; } p .c" + i + " { color: " + colour + "; }\n");
        }
        return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                + "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src '"
                + ReviewPage.hash(style.toString()) + "'; base-uri 'none'; form-action 'none'\">\n"
                + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>" + escaped(title)
                + "</title>\n<style>" + style + "</style>\n</head>\n<body>\n"
                + "<p><a href=\"../index.html\">Review</a> · as the run that was handed in tells it</p>\n<h1>"
                + escaped(title) + "</h1>\n" + charts + "</body>\n</html>\n";
    }

    private void draw(RunFolder folder) throws IOException, BadHandIn {
        Run run = folder.read();
        load(run, folder.path().resolve("wrk2.json"));
        List<TimeLine.Second> seconds =
                run.timeLine() == null ? List.of() : run.timeLine().seconds();
        if (!seconds.isEmpty()) {
            nodes(seconds);
        }
    }

    /** What the kit's own wrk2 saw. What is begun when the load ends is no second. */
    private void load(Run run, Path file) throws IOException, BadHandIn {
        if (!Files.isRegularFile(file)
                || !(Json.object("wrk2.json", Files.readAllBytes(file)).get("timeline") instanceof JsonArray all)) {
            return;
        }
        List<JsonObject> seconds = new ArrayList<>();
        for (JsonElement each : all) {
            if (each.getAsJsonObject().get("second").getAsInt()
                    <= run.options().load().seconds()) {
                seconds.add(each.getAsJsonObject());
            }
        }
        if (!seconds.isEmpty()) {
            chart("99th percentile in each second, ms", line(seconds, each -> number(each, "p99") / MICROS_IN_MILLI));
            chart("Answers in each second", line(seconds, each -> number(each, "answered")));
        }
    }

    private static double number(JsonObject second, String name) {
        return second.get(name).getAsDouble();
    }

    private void nodes(List<TimeLine.Second> seconds) throws BadHandIn {
        int nodes = Math.min(seconds.get(0).nodeCores().size(), MOST_NODES);
        Map<String, double[]> cpu = ofEach(nodes, seconds, TimeLine.Second::nodeCores);
        cpu.put("wrk2", line(seconds, TimeLine.Second::loadCores));
        chart("CPUs kept busy", cpu);
        if (seconds.stream().allMatch(second -> second.nodeCollectorCores() != null)) {
            chart(
                    "CPUs that garbage collectors kept busy",
                    ofEach(nodes, seconds, TimeLine.Second::nodeCollectorCores));
        }
        chart("Memory, MiB", ofEach(nodes, seconds, TimeLine.Second::nodeMiB));
    }

    private static Map<String, double[]> ofEach(
            int nodes, List<TimeLine.Second> seconds, Function<TimeLine.Second, List<Double>> figures)
            throws BadHandIn {
        Map<String, double[]> lines = new LinkedHashMap<>();
        for (int i = 0; i < nodes; i++) {
            int node = i;
            lines.put(
                    "node " + (i + 1),
                    line(seconds, second -> figures.apply(second).get(node)));
        }
        return lines;
    }

    private static <T> double[] line(List<T> seconds, Function<T, Double> figure) throws BadHandIn {
        double[] line = new double[seconds.size()];
        for (int i = 0; i < line.length; i++) {
            line[i] = figure.apply(seconds.get(i));
            if (!(line[i] >= 0 && line[i] <= MOST)) {
                throw BadHandIn.of("a figure of second " + (i + 1) + " is none");
            }
        }
        return line;
    }

    private void chart(String title, double[] line) {
        chart(title, Map.of("all nodes", line));
    }

    /** @param lines by their names, and at least one; all of them have a figure for each second */
    private void chart(String title, Map<String, double[]> lines) {
        double highest =
                lines.values().stream().flatMapToDouble(Arrays::stream).max().orElse(0);
        double top = rounded(highest);
        int seconds = lines.values().iterator().next().length;
        charts.append("<h2>").append(title).append("</h2>\n<svg viewBox=\"0 0 ");
        charts.append(WIDTH).append(' ').append(TOP + HEIGHT + BELOW).append("\" role=\"img\" aria-label=\"");
        charts.append(title).append(": ").append(Words.number(highest)).append(" at most\">\n");
        for (double part : List.of(0.0, 0.5, 1.0)) {
            String y = figure(y(part));
            charts.append("<line x1=\"" + LEFT + "\" x2=\"" + WIDTH + "\" y1=\"" + y + "\" y2=\"" + y + "\"/>");
            charts.append("<text class=\"y\" x=\"" + (LEFT - 6) + "\" y=\"" + figure(y(part) + 4) + "\">");
            charts.append(Words.number(part * top)).append("</text>\n");
        }
        for (int second : IntStream.of(1, (seconds + 1) / 2, seconds).distinct().toArray()) {
            charts.append("<text class=\"x\" x=\"").append(figure(x(second - 1, seconds)));
            charts.append("\" y=\"" + (TOP + HEIGHT + BELOW - 6) + "\">" + second + " s</text>\n");
        }
        int colour = 0;
        StringBuilder legend = new StringBuilder();
        for (Map.Entry<String, double[]> line : lines.entrySet()) {
            String style = "c" + colour++ % COLOURS.size();
            charts.append("<polyline class=\"" + style + "\" points=\"");
            points(line.getValue(), top);
            charts.append("\"/>\n");
            legend.append("<span class=\"" + style + "\">" + line.getKey() + "</span>");
        }
        charts.append("</svg>\n<p>").append(legend).append("</p>\n");
    }

    /** Of many seconds that are one point the largest counts: a peak is what one looks for. */
    private void points(double[] line, double top) {
        int step = (line.length + MOST_POINTS - 1) / MOST_POINTS;
        for (int i = 0; i < line.length; i += step) {
            int peak = i;
            for (int j = i + 1; j < Math.min(i + step, line.length); j++) {
                peak = line[j] > line[peak] ? j : peak;
            }
            charts.append(i == 0 ? "" : " ");
            charts.append(figure(x(peak, line.length))).append(',').append(figure(y(line[peak] / top)));
        }
    }

    private static double x(int second, int seconds) {
        return LEFT + (WIDTH - LEFT - 20) * (seconds == 1 ? 0.5 : (double) second / (seconds - 1));
    }

    private static double y(double part) {
        return TOP + HEIGHT * (1 - part);
    }

    private static String figure(double figure) {
        return String.format(Locale.ROOT, "%.1f", figure);
    }

    /** 1, 2 or 5 with zeros, so that half of it is a short number, too. */
    private static double rounded(double highest) {
        double most = Math.max(highest, LEAST);
        double decade = Math.pow(10, Math.floor(Math.log10(most)));
        return DoubleStream.of(1, 2, 5)
                .map(digit -> digit * decade)
                .filter(top -> top >= most)
                .findFirst()
                .orElse(10 * decade);
    }
}
