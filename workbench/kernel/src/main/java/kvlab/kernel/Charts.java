package kvlab.kernel;

import java.util.List;
import java.util.stream.Collectors;

/** All charts that some runs have data for, below each other. */
public record Charts(List<Chart> charts) implements Shown {

    @Override
    public String html() {
        return charts.stream().map(Chart::html).collect(Collectors.joining());
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
