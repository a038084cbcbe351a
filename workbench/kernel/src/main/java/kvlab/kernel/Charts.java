package kvlab.kernel;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;

/** All charts that some runs have data for, below each other. */
public record Charts(List<Chart> charts) implements Shown {

    @Override
    public String html() {
        return charts.stream().map(Charts::image).collect(Collectors.joining());
    }

    private static String image(Chart chart) {
        try {
            return "<p><img alt=\"" + Html.escaped(chart.text()) + "\" width=\"" + chart.width()
                    + "\" style=\"max-width:100%;height:auto\" src=\"data:image/png;base64,"
                    + Base64.getEncoder().encodeToString(chart.png()) + "\"></p>\n";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String text() {
        return charts.stream()
                .map(chart -> chart.name() + ": " + chart.text() + "\n")
                .collect(Collectors.joining());
    }

    @Override
    public String toString() {
        return text();
    }
}
