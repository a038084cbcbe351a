package kvlab.bench.page;

import java.util.List;
import java.util.Locale;
import kvlab.bench.kept.Probe;
import kvlab.bench.kept.Run;
import kvlab.bench.lint.Lint;
import kvlab.bench.load.Scale;
import kvlab.bench.text.Sheet;

/** How a knee was found, in 80 columns. */
public final class SearchText {

    private static final String ROW = "  %9s %8s %9s %10s %10s  %s";

    private SearchText() {}

    /** The probes and the answer. */
    static void add(Sheet sheet, Run run) {
        if (!run.search().probes().isEmpty()) {
            probes(sheet, run.search().probes());
        }
        sheet.add("");
        sheet.wrapped("  ", answer(run));
    }

    private static void probes(Sheet sheet, List<Probe> probes) {
        sheet.add("");
        sheet.add(ROW, "rate", "seconds", "answered", "p50", "p99", "");
        for (Probe probe : probes) {
            sheet.add(
                    ROW,
                    probe.rate(),
                    probe.seconds(),
                    String.format(Locale.ROOT, "%.1f %%", 100 * probe.heldPart()),
                    millis(probe.p50Millis()),
                    millis(probe.p99Millis()),
                    verdict(probe));
        }
    }

    private static String millis(Double millis) {
        return millis == null ? "-" : Sheet.millis(millis);
    }

    public static String verdict(Probe probe) {
        String text = probe.held() ? "held" : probe.reason();
        return probe.confirmation() ? "confirmation: " + text : text;
    }

    /** The answer of a run with a search. */
    public static String answer(Run run) {
        if (run.failed()) {
            return "No knee: " + run.problem().replaceFirst("\\.$", "") + ".";
        }
        boolean smoke = Scale.isSmoke(run.options().load().seconds());
        return String.format(
                Locale.ROOT,
                "The knee is at %d requests/s: the highest rate at which at least %.0f %% were answered, without an"
                        + " error, %s.",
                run.search().rate(),
                100 * (smoke ? Probe.HELD_IN_SMOKE : Lint.HELD),
                smoke
                        ? "whatever p99 was"
                        : "with p99 up to " + Sheet.millis(run.search().sloMillis()));
    }
}
