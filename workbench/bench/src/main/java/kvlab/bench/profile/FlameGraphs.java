package kvlab.bench.profile;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import one.convert.Arguments;
import one.convert.FlameGraph;

/** Stacks as a page for a browser, which needs nothing else. */
public final class FlameGraphs {

    /** What is narrower than this part of the page is left out, until the page is small enough. */
    private static final double[] LEAST_WIDTHS = {0.0002, 0.001, 0.005, 0.02};

    private static final int MOST_BYTES = 1 << 20;

    /** Figures in a page are whole, and a frame of less than one in a request shall not vanish. */
    private static final double REQUESTS = 1000;

    private FlameGraphs() {}

    /** Of a graph, what is at least so wide. */
    private interface Drawing {
        FlameGraph from(double width, Arguments arguments) throws IOException;
    }

    public static void write(Path file, String title, Stacks stacks) throws IOException {
        Stacks all = stacks.together(1);
        write(file, title, false, (width, arguments) -> parse(all.wider(width), arguments));
    }

    /**
     * What the second one takes, red where that is more than in the first and blue where it is less, both as for 1,000
     * requests. What only the first one did is not in it: for that, draw it the other way round too.
     */
    public static void writeDifference(
            Path file, String title, Stacks first, long firstRequests, Stacks second, long secondRequests)
            throws IOException {
        Stacks before = first.together(REQUESTS / firstRequests);
        Stacks after = second.together(REQUESTS / secondRequests);
        write(file, title, true, (width, arguments) -> {
            FlameGraph graph = parse(after.wider(width), arguments);
            graph.diff(parse(before, arguments));
            return graph;
        });
    }

    private static void write(Path file, String title, boolean difference, Drawing drawing) throws IOException {
        byte[] page = {};
        for (double width : LEAST_WIDTHS) {
            page = page(drawing, width, arguments(title, difference));
            if (page.length < MOST_BYTES) {
                break;
            }
        }
        Files.write(file, page);
    }

    private static Arguments arguments(String title, boolean difference) {
        Arguments arguments = new Arguments();
        arguments.title = title;
        arguments.diff = difference;
        arguments.output = "html";
        return arguments;
    }

    private static byte[] page(Drawing drawing, double width, Arguments arguments) throws IOException {
        ByteArrayOutputStream page = new ByteArrayOutputStream();
        drawing.from(width, arguments).dump(page);
        return page.toByteArray();
    }

    private static FlameGraph parse(Stacks stacks, Arguments arguments) throws IOException {
        FlameGraph graph = new FlameGraph(arguments);
        graph.parseCollapsed(new StringReader(stacks.text()));
        return graph;
    }
}
