package kvlab.wrk2;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StatsTest {

    private static final Pattern SUMMARY = Pattern.compile("(\\w+) min (\\S+) max (\\S+) mean (\\S+) stdev (\\S+)");
    private static final Pattern PERCENTILE = Pattern.compile("(\\w+):percentile\\((\\S+)\\) (\\S+)");
    private static final Pattern INDEX = Pattern.compile("(\\w+)\\[(\\S+)] (\\S+)");

    @ParameterizedTest
    @ValueSource(strings = {"one", "two", "uniform", "tail", "hours", "zeros", "deep"})
    void scriptGetsTheFiguresOfWrk2(String set) {
        LoadResult run = Runs.of(set);
        for (String line : Runs.resource("figures/" + set + "-stats.txt").split("\n")) {
            Stats stats = line.startsWith("latency") ? new LatencyStats(run.latency()) : new RateStats(run.rates());
            check(line, stats);
        }
    }

    @Test
    void nothingMeasuredIsZero() {
        LoadResult run = Runs.empty();
        for (Stats stats : new Stats[] {new LatencyStats(run.latency()), new RateStats(run.rates())}) {
            assertEquals(0, stats.count());
            DoubleStream figures = DoubleStream.of(
                    stats.min(),
                    stats.max(),
                    stats.mean(),
                    stats.stdev(),
                    stats.withinStdev(),
                    stats.percentile(50),
                    stats.at(1));
            figures.forEach(figure -> assertEquals(0, figure));
        }
    }

    @Test
    void indexBeyondTheSamplesIsTheLast() {
        Stats rates = new RateStats(new long[] {30, 10, 20});
        assertEquals(10, rates.at(Long.MIN_VALUE));
        assertEquals(10, rates.at(0));
        assertEquals(20, rates.at(2));
        assertEquals(30, rates.at(4));
        assertEquals(30, rates.at(Long.MAX_VALUE));
    }

    @Test
    void oneRateDoesNotDeviate() {
        Stats one = new RateStats(new long[] {500});
        assertEquals(500, one.mean());
        assertEquals(0, one.stdev());
        assertEquals(100, one.withinStdev());
    }

    @Test
    void rateThatCannotBeCountsAsTheNearestThatCan() {
        Stats rates = new RateStats(new long[] {-1, Long.MAX_VALUE});
        assertEquals(0, rates.min());
        assertEquals(86_400_000_000L, rates.max());
    }

    private static void check(String line, Stats stats) {
        Matcher summary = SUMMARY.matcher(line);
        Matcher percentile = PERCENTILE.matcher(line);
        Matcher index = INDEX.matcher(line);
        if (summary.matches()) {
            double[] expected = Stream.of(2, 3, 4, 5)
                    .map(summary::group)
                    .mapToDouble(Double::parseDouble)
                    .toArray();
            assertEquals(expected[0], stats.min(), line);
            assertEquals(expected[1], stats.max(), line);
            assertEquals(expected[2], stats.mean(), line);
            assertEquals(expected[3], stats.stdev(), line);
        } else if (percentile.matches()) {
            double asked = Double.parseDouble(percentile.group(2));
            assertEquals(Double.parseDouble(percentile.group(3)), stats.percentile(asked), line);
        } else {
            assertEquals(true, index.matches(), line);
            assertEquals(Double.parseDouble(index.group(3)), stats.at(Long.parseLong(index.group(2))), line);
        }
    }
}
