package kvlab.grader.output;

import static kvlab.cluster.Markup.escaped;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import kvlab.grader.history.Fault;
import kvlab.grader.history.Finding;
import kvlab.grader.history.History;
import kvlab.grader.history.Operation;
import kvlab.grader.history.Operation.Outcome;

/**
 * A violation as a picture: who asked when, and what was wrong with the nodes meanwhile. The few operations that show it
 * are drawn large, the others of the same key around them faint, and other keys not at all.
 */
public final class Timeline {

    static final String STYLE = """
            .timeline { --ink: #1d2433; --paper: #fff; --line: #d5d2c8; --soft: #5d6472; --faint: #d9dbe1;
              --write: #24589e; --write-paper: #e3edfa; --read: #1a7f4b; --read-paper: #e2f4ea; --fail: #b3261e;
              --on-fail: #fff; --fault: #8a5a00; --fault-paper: #fbeed2; margin: 1rem 0; color: var(--ink);
              font: 15px/1.5 system-ui, sans-serif; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
            @media screen and (prefers-color-scheme: dark) { .timeline { --ink: #e4e6ec; --paper: #1d212a; --line: #3a4150;
              --soft: #9aa3b5; --faint: #353b48; --write: #8ab8f5; --write-paper: #1f3353; --read: #5fd08f;
              --read-paper: #1b3a2a; --fail: #ff8a80; --on-fail: #2b0b08; --fault: #f0b95b; --fault-paper: #43351a; } }
            .timeline > p { color: var(--fail); font-weight: 600; margin: 0 0 .8rem; overflow-wrap: anywhere; }
            .timeline > div { overflow-x: auto; background: var(--paper); border: 1px solid var(--line);
              border-radius: .4rem; }
            .timeline svg { display: block; width: 100%; min-width: 45rem; height: auto; font: 12px system-ui, sans-serif; }
            .timeline text { fill: var(--ink); } .timeline .soft, .timeline .time { fill: var(--soft); }
            .timeline .time { text-anchor: middle; }
            .timeline .lane, .timeline .tick { stroke: var(--line); } .timeline .tick { stroke-dasharray: 2 3; }
            .timeline .other { fill: var(--faint); stroke: none; }
            .timeline .write { fill: var(--write-paper); stroke: var(--write); }
            .timeline .read { fill: var(--read-paper); stroke: var(--read); }
            .timeline .offending { fill: var(--fail); stroke: var(--fail); } .timeline .on-fail { fill: var(--on-fail); }
            .timeline .unsure { stroke-dasharray: 5 3; } .timeline .name { font-weight: 600; }
            .timeline .fault { fill: var(--fault-paper); stroke: var(--fault); } .timeline .fault-name { fill: var(--fault); }
            .timeline .had { stroke: var(--ink); } .timeline .got { stroke: var(--fail); stroke-dasharray: 4 3; }
            .timeline .had, .timeline .got { fill: none; stroke-width: 1.5; }
            .timeline .had-tip { fill: var(--ink); } .timeline .got-tip { fill: var(--fail); }
            .timeline figcaption { color: var(--soft); font-size: .85rem; margin-top: .5rem; }
            """;

    private static final double LEFT = 92;
    private static final double RIGHT = 850;
    private static final double MARGIN = 40;
    private static final double TOP = 30;
    private static final double LARGE = 54;
    private static final double SMALL = 26;
    private static final double GAP = 6;
    private static final double FAINT_BAR = 10;
    private static final double LETTER = 7.4;
    private static final double BASELINE = 4;
    private static final double TIME_LABEL = 58;
    private static final int SHOWN_VALUE = 16;
    private static final double MS = 1e6;

    private final History history;
    private final Finding finding;
    private final TimeScale scale;
    private final List<Operation> around;
    private final Svg svg = new Svg();
    private final Map<Integer, Double> lanes = new HashMap<>();
    private final Map<Integer, Double> drawnUntil = new HashMap<>();
    private double bottom = TOP;

    private Timeline(History history, Finding finding) {
        this.history = history;
        this.finding = finding;
        scale = scale();
        around = history.operations().stream().filter(this::isAround).toList();
    }

    /** A page that needs nothing but itself. */
    public static String page(String title, History history, Finding finding) {
        return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>" + escaped(title)
                + "</title>\n<style>\n:root { color-scheme: light dark; }\n"
                + "body { max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }\n" + STYLE
                + "</style>\n</head>\n<body>\n" + figure(history, finding) + "</body>\n</html>\n";
    }

    /** For a page that has the {@link #STYLE}. */
    static String figure(History history, Finding finding) {
        return new Timeline(history, finding).figure();
    }

    private TimeScale scale() {
        long last = finding.operations().stream()
                .mapToLong(operation -> isLost(operation) ? operation.invoked() : operation.completed())
                .max()
                .orElseThrow();
        long margin = Math.max((long) (2 * MS), (last - zero()) / 20);
        List<TimeScale.Span> spans = new ArrayList<>();
        spans.add(new TimeScale.Span(zero() - margin, zero(), 0));
        spans.add(new TimeScale.Span(last, last + margin, 0));
        for (Operation operation : finding.operations()) {
            double room = LETTER
                            * Math.max(
                                    name(operation).length(), quorum(operation).length())
                    + 2 * GAP;
            spans.add(new TimeScale.Span(operation.invoked(), Math.min(end(operation), last + margin), room));
        }
        return new TimeScale(spans, LEFT, RIGHT);
    }

    private String figure() {
        drawLanes();
        drawTicks();
        around.forEach(this::drawFaint);
        drawFaults();
        finding.operations().stream().filter(read -> !read.isWrite()).forEach(this::drawWhy);
        finding.operations().forEach(this::drawShown);
        return "<figure class=\"timeline\">\n<p>" + escaped(finding.sentence()) + "</p>\n<div>"
                + svg.picture(scale.right() + MARGIN, bottom + GAP, finding.sentence()) + "</div>\n<figcaption>0 is "
                + milliseconds(zero() - history.operations().get(0).invoked())
                + " after the first operation of the history; long waits are drawn shorter than they were. Solid arrow:"
                + " acknowledged before the read began, and the quorums overlap. Dashed arrow: what the read returned."
                + " Dashed outline: not acknowledged. Faint: other operations on the key.</figcaption>\n</figure>\n";
    }

    private long zero() {
        return finding.operations().get(0).invoked();
    }

    private static String milliseconds(long nanos) {
        return String.format(Locale.ROOT, "%,.1f ms", nanos / MS);
    }

    private void drawLanes() {
        Set<Integer> shown = clients(finding.operations());
        Set<Integer> all = clients(around);
        all.addAll(shown);
        for (int client : all) {
            boolean large = shown.contains(client);
            lanes.put(client, lane("client " + client, large ? LARGE : SMALL, large ? "name" : "soft"));
        }
    }

    private static Set<Integer> clients(List<Operation> operations) {
        return operations.stream()
                .map(operation -> operation.request().client())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** @return its middle */
    private double lane(String name, double height, String style) {
        double middle = bottom + height / 2;
        bottom += height;
        svg.text(style, 2 * GAP, middle + BASELINE, name);
        svg.line("lane", LEFT, middle, scale.right(), middle);
        return middle;
    }

    private void drawTicks() {
        double free = 0;
        for (long time : scale.ticks()) {
            double x = scale.x(time);
            svg.line("tick", x, TOP - GAP, x, bottom);
            if (x >= free) {
                svg.text("time", x, TOP - 2 * GAP, milliseconds(time - zero()));
                free = x + TIME_LABEL;
            }
        }
    }

    private boolean isAround(Operation operation) {
        return operation.request().key().equals(finding.read().request().key())
                && !finding.operations().contains(operation)
                && scale.shows(operation.invoked(), end(operation));
    }

    /** Not where it would not be seen: between two of the few, there may be thousands in one lane. */
    private void drawFaint(Operation operation) {
        int client = operation.request().client();
        if (scale.x(end(operation)) > drawnUntil.getOrDefault(client, 0.0) + 1) {
            bar("other", operation.invoked(), end(operation), lanes.get(client), FAINT_BAR, name(operation));
            drawnUntil.put(client, scale.x(end(operation)));
        }
    }

    private void drawFaults() {
        Map<String, List<Fault>> nodes = history.faults().stream()
                .filter(fault -> scale.shows(fault.from(), fault.until()))
                .sorted(Comparator.comparingLong(Fault::from))
                .collect(Collectors.groupingBy(Fault::node, TreeMap::new, Collectors.toList()));
        nodes.forEach((node, faults) -> drawFaults(lane("node " + node, SMALL, "soft"), faults));
    }

    /** A fault too short for its name has it beside it, where there is room, and under the pointer in any case. */
    private void drawFaults(double middle, List<Fault> faults) {
        for (int i = 0; i < faults.size(); i++) {
            Fault fault = faults.get(i);
            double room = LETTER * fault.what().length();
            bar("fault", fault.from(), fault.until(), middle, SMALL - GAP, fault.what());
            boolean fits = scale.x(fault.from()) + GAP + room < scale.x(fault.until());
            double x = scale.x(fits ? fault.from() : fault.until()) + GAP;
            double end = i + 1 < faults.size() ? scale.x(faults.get(i + 1).from()) : scale.right() + MARGIN;
            if (x + room < end) {
                svg.text("fault-name", x, middle + BASELINE, fault.what());
            }
        }
    }

    private void drawShown(Operation operation) {
        boolean offending = operation.equals(finding.read());
        String style = offending ? "offending" : operation.isWrite() ? "write" : "read";
        String dashed = operation.isAcknowledged() ? "" : " unsure";
        double middle = lanes.get(operation.request().client());
        bar(style + dashed, operation.invoked(), end(operation), middle, LARGE - 2 * GAP, name(operation));
        double x = scale.x(operation.invoked()) + GAP;
        svg.text(offending ? "name on-fail" : "name", x, middle - BASELINE, name(operation));
        svg.text(offending ? "on-fail" : "soft", x, middle + 3 * BASELINE, quorum(operation));
    }

    private void bar(String style, long from, long until, double middle, double height, String title) {
        double width = Math.max(1.5, scale.x(until) - scale.x(from));
        svg.rectangle(style, scale.x(from), middle - height / 2, width, height, title);
    }

    private void drawWhy(Operation read) {
        for (Operation write : finding.operations()) {
            if (write.isWrite() && Objects.equals(write.value(), read.value())) {
                drawArrow("got", write, read, GAP);
            } else if (write.isWrite() && write.binds(read)) {
                drawArrow("had", write, read, -GAP);
            }
        }
    }

    private void drawArrow(String style, Operation write, Operation read, double aside) {
        double from = lanes.get(write.request().client()) + aside;
        double to = lanes.get(read.request().client()) + aside;
        if (write.invoked() > read.completed()) {
            svg.arrow(style, scale.x(write.invoked()), from, scale.x(read.completed()), to);
        } else {
            svg.arrow(style, scale.x(Math.min(end(write), read.invoked())), from, scale.x(read.invoked()), to);
        }
    }

    /** What is lost is drawn until its client asks again. */
    private long end(Operation operation) {
        return isLost(operation)
                ? history.operations().stream()
                        .filter(next ->
                                next.request().client() == operation.request().client())
                        .mapToLong(Operation::invoked)
                        .filter(time -> time > operation.invoked())
                        .findFirst()
                        .orElse(Operation.NEVER)
                : operation.completed();
    }

    private static boolean isLost(Operation operation) {
        return operation.outcome() == Outcome.LOST;
    }

    private String name(Operation operation) {
        String name = operation.request().kind() + " " + history.number(operation);
        if (operation.isWrite()) {
            return operation.value() == null ? name : name + " " + quoted(operation.value());
        }
        if (!operation.isAcknowledged()) {
            return name;
        }
        return name + " → " + (operation.value() == null ? "404" : quoted(operation.value()));
    }

    private static String quoted(String value) {
        return "'" + (value.length() > SHOWN_VALUE ? value.substring(0, SHOWN_VALUE) + "…" : value) + "'";
    }

    private static String quorum(Operation operation) {
        String trouble = switch (operation.outcome()) {
            case ACKNOWLEDGED -> "";
            case REFUSED -> ", refused";
            case LOST -> ", no answer";
        };
        return operation.request().quorum() + " via " + operation.request().coordinator() + trouble;
    }
}
