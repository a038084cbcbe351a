package kvlab.bench;

import java.util.List;
import java.util.Locale;

/**
 * What came of one figure.
 *
 * @param ratio the variant's middle to the baseline's; null where the two must not be put beside each other
 * @param noise the ratio that A against A reaches here: one between 1/noise and noise says nothing; null like the ratio
 * @param samples how many differences between runs that should be the same this noise is known from
 * @param reason why they are not comparable; null when they are
 */
public record Difference(
        Figure figure,
        Measured baseline,
        Measured variant,
        Double ratio,
        Double noise,
        double samples,
        Change verdict,
        String reason) {

    /**
     * A figure of one side.
     *
     * @param middle the geometric mean of the runs; null when a run has none
     * @param spread the relative standard deviation between them, 0.05 for 5 %; null when there is one run
     */
    public record Measured(Double middle, Double spread, List<Double> values) {

        static Measured of(Figure figure, List<Run> runs) {
            List<Double> values =
                    runs.stream().map(figure::of).filter(value -> value > 0).toList();
            if (values.size() < runs.size()) {
                return new Measured(null, null, values);
            }
            List<Double> logs = NoiseRecord.logs(figure, runs);
            Double spread = runs.size() < 2 ? null : Math.expm1(Spread.of(logs).deviation());
            return new Measured(Math.exp(Spread.mean(logs)), spread, values);
        }

        public String middleText(Figure figure) {
            return middle == null ? "-" : figure.text(middle);
        }

        public String spreadText() {
            if (spread == null) {
                return "";
            }
            return spread >= 10 ? ">999%" : String.format(Locale.ROOT, "±%.0f%%", 100 * spread);
        }
    }

    static Difference refused(Figure figure, Side baseline, Side variant, String reason) {
        return new Difference(
                figure,
                Measured.of(figure, baseline.runs()),
                Measured.of(figure, variant.runs()),
                null,
                null,
                0,
                Change.NOT_COMPARABLE,
                reason);
    }

    /** @param looks how many differences the whole comparison looks at */
    static Difference of(Figure figure, Side baseline, Side variant, Noise noise, int looks) {
        Measured ofBaseline = Measured.of(figure, baseline.runs());
        Measured ofVariant = Measured.of(figure, variant.runs());
        double ratio = ofVariant.middle() / ofBaseline.middle();
        double reach = noise.reach(baseline.runs().size(), variant.runs().size(), looks);
        return new Difference(
                figure,
                ofBaseline,
                ofVariant,
                ratio,
                Math.exp(reach),
                noise.spread().freedom(),
                verdict(Math.log(ratio), reach),
                null);
    }

    private static Change verdict(double difference, double reach) {
        if (Math.abs(difference) <= reach) {
            return Change.NOT_SIGNIFICANT;
        }
        return difference < 0 ? Change.BETTER : Change.WORSE;
    }

    public String ratioText() {
        return ratio == null ? "" : Headline.ratio(ratio);
    }

    public String noiseText() {
        return noise == null ? "" : Headline.ratio(noise);
    }

    /** As 1.27 times (+27 %). */
    String times() {
        double percent = 100 * (ratio - 1);
        return String.format(
                        Locale.ROOT, ratio < 10 ? "%.2f times (%+.0f %%)" : "%.0f times (%+.0f %%)", ratio, percent)
                .replace('-', '−');
    }
}
