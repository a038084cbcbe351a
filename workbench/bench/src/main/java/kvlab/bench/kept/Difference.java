package kvlab.bench.kept;

import java.util.List;
import java.util.Locale;

/**
 * What came of one figure.
 *
 * @param ratio the variant's figure to the baseline's; null where the two must not be put beside each other
 * @param low where the interval begins that holds the ratio; null like it
 * @param high where it ends
 * @param lives after how many a verdict is to be expected, when there is none; 0 when it would take too many; else null
 * @param reason why they are not comparable; null when they are
 */
public record Difference(
        Figure figure,
        Measured baseline,
        Measured variant,
        Double ratio,
        Double low,
        Double high,
        Integer lives,
        Change verdict,
        String reason) {

    /** The longest comparison that is suggested has this many times the lives of the present one. */
    public static final int MOST_TIMES = 20;

    /**
     * A figure of one side.
     *
     * @param middle the geometric mean of the lives; null when a run has none
     * @param values of each life
     */
    public record Measured(Double middle, List<Double> values) {

        static Measured of(Figure figure, List<Run> runs) {
            List<Double> values =
                    runs.stream().map(figure::of).filter(value -> value > 0).toList();
            double mean = Spread.mean(values.stream().map(Math::log).toList());
            return new Measured(values.isEmpty() || values.size() < runs.size() ? null : Math.exp(mean), values);
        }

        public static Measured of(List<Double> lives) {
            return new Measured(
                    Math.exp(Spread.mean(lives.stream().map(Math::log).toList())), lives);
        }

        public String middleText(Figure figure) {
            return middle == null ? "-" : figure.text(middle);
        }
    }

    public static Difference refused(Figure figure, Side baseline, Side variant, String reason) {
        return new Difference(
                figure,
                Measured.of(figure, baseline.runs()),
                Measured.of(figure, variant.runs()),
                null,
                null,
                null,
                null,
                Change.NOT_COMPARABLE,
                reason);
    }

    public String ratioText() {
        return ratio == null ? "" : number(ratio);
    }

    /** As 1.10 to 1.35. */
    public String intervalText() {
        return low == null ? "" : number(low) + " to " + number(high);
    }

    private static String number(double ratio) {
        return String.format(Locale.ROOT, ratio < 10 ? "%.2f" : ratio < 1000 ? "%.0f" : ">999", ratio);
    }

    /** As 1.27 times (+27 %). */
    String times() {
        double percent = 100 * (ratio - 1);
        return String.format(
                        Locale.ROOT, ratio < 10 ? "%.2f times (%+.0f %%)" : "%.0f times (%+.0f %%)", ratio, percent)
                .replace('-', '−');
    }
}
