package kvlab.bench.kept;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class HeadlineTest {

    private static final Difference.Measured ANY = new Difference.Measured(1.0, List.of(1.0));

    @Test
    void briefTellsCpuTimeThenLatencies() {
        assertEquals(
                "B takes 2.24 times the CPU time (worse), 0.80 times the p50 (better) and the same p99, compared with A",
                brief(
                        difference(Figure.P50, 0.8, Change.BETTER),
                        difference(Figure.P90, 0.7, Change.BETTER),
                        difference(Figure.P99, 1.01, Change.SAME),
                        difference(Figure.CPU, 2.24, Change.WORSE)));
    }

    @Test
    void briefNamesWhatHasNoVerdict() {
        assertEquals(
                "B takes the same p50, compared with A; undecided: CPU time; not comparable: p99",
                brief(
                        difference(Figure.P50, 1, Change.SAME),
                        difference(Figure.P99, null, Change.NOT_COMPARABLE),
                        difference(Figure.CPU, 1.2, Change.UNDECIDED)));
    }

    @Test
    void briefOfNothingDecidedSaysSo() {
        assertEquals("B beside A; undecided: p50", brief(difference(Figure.P50, 1.2, Change.UNDECIDED)));
    }

    private static String brief(Difference... figures) {
        return Headline.brief("A", "B", List.of(figures));
    }

    private static Difference difference(Figure figure, Number ratio, Change verdict) {
        Double of = ratio == null ? null : Double.valueOf(ratio.doubleValue());
        return new Difference(figure, ANY, ANY, of, null, null, null, verdict, null);
    }
}
