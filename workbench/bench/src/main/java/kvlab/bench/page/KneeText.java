package kvlab.bench.page;

import java.util.Locale;
import kvlab.bench.kept.Knee;
import kvlab.bench.kept.Probe;
import kvlab.bench.lint.Lint;
import kvlab.bench.load.Options;
import kvlab.bench.load.Scale;
import kvlab.bench.text.Sheet;

/** A knee for people, in 80 columns. */
public final class KneeText {

    private static final String ROW = "  %9s %8s %9s %10s %10s  %s";

    private KneeText() {}

    /** One line of a list. */
    static String line(Knee knee) {
        String rate = (knee.rate() == null ? "-" : knee.rate()) + "/s";
        String slo = "p99 < " + Sheet.millis(knee.sloMillis());
        String state = knee.failed() ? "failed" : knee.rate() == null ? "none held" : "knee";
        return Sheet.row(knee.id(), rate, String.format("%-13s %s", slo.replace(".00", ""), state));
    }

    public static String of(Knee knee) {
        Sheet sheet = new Sheet();
        head(sheet, knee.options(), knee);
        sheet.add(ROW, "rate", "seconds", "answered", "p50", "p99", "");
        for (Probe probe : knee.probes()) {
            sheet.add(
                    ROW,
                    probe.rate(),
                    probe.seconds(),
                    String.format(Locale.ROOT, "%.1f %%", 100 * probe.heldPart()),
                    millis(probe.p50Millis()),
                    millis(probe.p99Millis()),
                    verdict(probe));
        }
        sheet.add("");
        sheet.wrapped("  ", answer(knee));
        knee.lint().forEach(fault -> sheet.wrapped("  ! ", fault.text()));
        if (knee.next() != null) {
            sheet.add("  Now measure 30 %% below it:");
            sheet.add("");
            sheet.add("  %s", knee.next());
        }
        return sheet.toString();
    }

    private static void head(Sheet sheet, Options options, Knee knee) {
        sheet.wrapped(
                "",
                options.title() + ", "
                        + (options.nodes() == 1 ? "1 node" : options.nodes() + " nodes") + ", "
                        + options.load().op().label()
                        + ": the highest rate with p99 up to " + Sheet.millis(knee.sloMillis()));
        sheet.add("  %s; loaded by %s", options.load().words(), knee.engine().name());
        RunText.where(sheet, options);
        if (knee.closedLoopPerSecond() != null) {
            boolean restless = knee.warmUp() != null && !knee.warmUp().settled();
            sheet.add(
                    "  warmed up with all that it can do: %.0f good answers/s%s",
                    knee.closedLoopPerSecond(), restless ? ", and not settled" : "");
        }
        sheet.add("");
    }

    private static String millis(Double millis) {
        return millis == null ? "-" : Sheet.millis(millis);
    }

    private static String verdict(Probe probe) {
        String text = probe.held() ? "held" : probe.reason();
        return probe.confirmation() ? "confirmation: " + text : text;
    }

    public static String answer(Knee knee) {
        if (knee.failed()) {
            return "failed: " + knee.problem();
        }
        if (knee.rate() != null) {
            boolean smoke = Scale.isSmoke(knee.options().load().seconds());
            return String.format(
                    Locale.ROOT,
                    "The knee is at %d requests/s: the highest rate of which %.0f %% and more were answered, without an"
                            + " error, %s.",
                    knee.rate(),
                    100 * (smoke ? Probe.HELD_IN_SMOKE : Lint.HELD),
                    smoke ? "whatever p99 was" : "with p99 up to " + Sheet.millis(knee.sloMillis()));
        }
        return knee.anyHeld()
                ? "Undecided: rates that were held for a probe were not held for longer. Measure again when the machine is"
                        + " quiet."
                : "No rate was held, not even the lowest that was tried.";
    }
}
