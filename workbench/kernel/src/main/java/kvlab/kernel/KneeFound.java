package kvlab.kernel;

import static kvlab.cluster.Markup.escaped;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import kvlab.bench.kept.Knee;
import kvlab.bench.kept.Probe;
import kvlab.bench.kept.RunFolder;
import kvlab.bench.page.KneeText;
import kvlab.bench.text.Sheet;

/** The highest rate that is held, and what was tried on the way to it. */
public final class KneeFound extends Result {

    /** At the knee itself the tail is that of a queue which comes and goes. */
    private static final double BELOW = 0.7;

    private final Knee knee;

    KneeFound(Path home, RunFolder folder) throws IOException {
        super(home, folder);
        knee = folder.knee();
    }

    /** All figures, as knee.json has them. */
    public Knee knee() {
        return knee;
    }

    /** For the commands that measure below it. */
    public int rate() {
        if (knee.rate() == null) {
            throw new LabFailure(id() + " has no rate: " + KneeText.answer(knee));
        }
        return knee.rate();
    }

    /** This rate, or one 30 % below the knee if that is less. Where there is no knee nobody knows a better one. */
    public int below(int rate) {
        return knee.rate() == null ? rate : Math.min(rate, Math.max(1, (int) (BELOW * knee.rate())));
    }

    @Override
    public String html() {
        List<List<String>> rows = new ArrayList<>();
        for (Probe probe : knee.probes()) {
            rows.add(List.of(
                    Integer.toString(probe.rate()),
                    Integer.toString(probe.seconds()),
                    String.format(Locale.ROOT, "%.1f %%", 100 * probe.heldPart()),
                    millis(probe.p50Millis()),
                    millis(probe.p99Millis()),
                    (probe.confirmation() ? "confirmation: " : "") + (probe.held() ? "held" : probe.reason())));
        }
        StringBuilder faults = new StringBuilder();
        knee.lint().forEach(fault -> faults.append(Html.paragraph("⚠ " + fault.text())));
        return Html.answer(KneeText.answer(knee))
                + faults
                + Html.paragraph(Sides.words(knee.options()) + ", "
                        + knee.options().load().op().label() + ": the highest rate with p99 up to "
                        + Sheet.millis(knee.sloMillis()))
                + Html.where(knee.options())
                + new Table("", 0, List.of("rate", "seconds", "answered", "p50", "p99", ""), rows).html()
                + "<p><code>" + escaped(id()) + "</code></p>\n";
    }

    private static String millis(Double millis) {
        return millis == null ? "-" : Sheet.millis(millis);
    }
}
