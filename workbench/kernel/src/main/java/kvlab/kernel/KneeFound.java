package kvlab.kernel;

import static kvlab.cluster.Markup.escaped;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import kvlab.bench.kept.Probe;
import kvlab.bench.kept.Run;
import kvlab.bench.kept.RunFolder;
import kvlab.bench.page.SearchText;
import kvlab.bench.text.Sheet;

/** The highest rate that is held, and what was tried on the way to it. */
public final class KneeFound extends Result {

    /** At the knee itself the tail is that of a queue which comes and goes. */
    private static final double BELOW = 0.7;

    private final Run run;

    KneeFound(Path home, RunFolder folder) throws IOException {
        super(home, folder);
        run = folder.read();
    }

    /** All figures, as run.json has them. */
    public Run run() {
        return run;
    }

    /** For the commands that measure below it. */
    public int rate() {
        if (run.failed()) {
            throw new LabFailure(id() + " has no rate: " + run.problem());
        }
        return run.options().load().rate();
    }

    /** This rate, or one 30 % below the knee if that is less. Where there is no knee nobody knows a better one. */
    public int below(int rate) {
        return run.failed() ? rate : Math.min(rate, Math.max(1, (int) (BELOW * rate())));
    }

    @Override
    public String html() {
        List<List<String>> rows = new ArrayList<>();
        for (Probe probe : run.search().probes()) {
            rows.add(List.of(
                    Integer.toString(probe.rate()),
                    Integer.toString(probe.seconds()),
                    String.format(Locale.ROOT, "%.1f %%", 100 * probe.heldPart()),
                    millis(probe.p50Millis()),
                    millis(probe.p99Millis()),
                    SearchText.verdict(probe)));
        }
        StringBuilder faults = new StringBuilder();
        run.lint().forEach(fault -> faults.append(Html.paragraph("⚠ " + fault.text())));
        return Html.answer(SearchText.answer(run))
                + faults
                + Html.paragraph(Sides.words(run.options()) + ", "
                        + run.options().load().op().label() + ": the highest rate with p99 up to "
                        + Sheet.millis(run.search().sloMillis()))
                + Html.where(run.options())
                + new Table("", 0, List.of("rate", "seconds", "answered", "p50", "p99", ""), rows).html()
                + "<p><code>" + escaped(id()) + "</code></p>\n";
    }

    private static String millis(Double millis) {
        return millis == null ? "-" : Sheet.millis(millis);
    }
}
