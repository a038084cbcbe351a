package kvlab.wrk2;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UnitsTest {

    @Test
    void numbersPrintAsInWrk2() {
        String[] lines = Runs.resource("figures/units.txt").split("\n");
        assertTrue(lines.length > 600);
        for (String line : lines) {
            String[] parts = line.split(" ");
            double number = Double.parseDouble(parts[1]);
            String printed = switch (parts[0]) {
                case "us" -> Units.micros(number);
                case "metric" -> Units.metric(number);
                case "binary" -> Units.binary(number);
                default -> Units.seconds((long) number);
            };
            assertEquals(parts[2], printed, line);
        }
    }

    @Test
    void nextUnitBeginsAt85Percent() {
        assertEquals("849.00us", Units.micros(849));
        assertEquals("0.85ms", Units.micros(850));
        assertEquals("870.00", Units.binary(870));
        assertEquals("0.85K", Units.binary(871));
        assertEquals("50s", Units.seconds(50));
        assertEquals("1m", Units.seconds(51));
    }

    @Test
    void whatIsNoNumberPrintsAsZero() {
        assertEquals("0.00us", Units.micros(Double.NaN));
        assertEquals("0.00", Units.metric(Double.POSITIVE_INFINITY));
        assertEquals("0.000", Units.fixed(Double.NEGATIVE_INFINITY, 3));
    }

    @Test
    void extremesPrint() {
        assertEquals("-5.00us", Units.micros(-5));
        assertEquals("9223372.04T", Units.metric(Long.MAX_VALUE));
        assertTrue(Units.binary(Double.MAX_VALUE).endsWith("T"));
    }

    @Test
    void countsAreRead() {
        assertEquals(0, Units.parseMetric("0"));
        assertEquals(42, Units.parseMetric("42"));
        assertEquals(10_000, Units.parseMetric("10k"));
        assertEquals(10_000, Units.parseMetric("10K"));
        assertEquals(2_000_000, Units.parseMetric("2M"));
        assertEquals(3_000_000_000L, Units.parseMetric("3g"));
        assertEquals(4_000_000_000_000L, Units.parseMetric("4T"));
        assertEquals(5_000_000_000_000_000L, Units.parseMetric("5P"));
    }

    @Test
    void timesAreRead() {
        assertEquals(30, Units.parseTime("30"));
        assertEquals(30, Units.parseTime("30s"));
        assertEquals(120, Units.parseTime("2m"));
        assertEquals(7200, Units.parseTime("2H"));
    }

    @Test
    void largestNumber() {
        assertEquals(Long.MAX_VALUE, Units.parseMetric("9223372036854775807"));
        assertEquals(
                "\"9223372036854775808\" was given, expected at most 9223372036854775807 without a unit",
                refusal(Units::parseMetric, "9223372036854775808"));
        assertEquals(
                "\"10000P\" was given, expected at most 9223372036854775807 without a unit",
                refusal(Units::parseMetric, "10000P"));
        assertEquals(
                "\"9000000000000000h\" was given, expected at most 9223372036854775807 without a unit",
                refusal(Units::parseTime, "9000000000000000h"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "10x", "k", "-5", "1.5k", "10kb", "10s", "1 0", "\u0663"})
    void whatIsNoCountIsNamed(String text) {
        assertEquals(
                "\"" + text + "\" was given, expected a whole number, such as 100, 10k or 1M",
                refusal(Units::parseMetric, text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "s", "-1s", "0.5s", "100ms", "2d", "3k"})
    void whatIsNoTimeIsNamed(String text) {
        assertEquals(
                "\"" + text + "\" was given, expected whole seconds, minutes or hours, such as 30s, 2m or 1h",
                refusal(Units::parseTime, text));
    }

    private static String refusal(Function<String, Long> parser, String text) {
        return assertThrows(IllegalArgumentException.class, () -> parser.apply(text))
                .getMessage();
    }
}
