package kvlab.bench.reference;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import kvlab.bench.kept.Comparison;
import kvlab.bench.kept.Difference;
import kvlab.bench.kept.RunFolder;
import kvlab.bench.load.Op;

/** The highest rates of a stage beside those of HTTP alone: a table on the stage's page, made from recorded runs. */
public record SpeedTable(Path page, String text) {

    private static final String TITLE = "| | HTTP alone | %s | rate, times that of HTTP alone (95 %% interval)"
            + " | CPU time of a request, and times that of HTTP alone |%n|---|---|---|---|---|%n";

    private static final Pattern TABLE = Pattern.compile("^\\| \\| HTTP alone \\|.*\n(\\|.*\n)+", Pattern.MULTILINE);

    /** @return empty if not both are recorded, or if there is no such page */
    public static Optional<SpeedTable> of(Path home, ReferenceLab lab) throws IOException {
        StringBuilder rows = new StringBuilder();
        String stage = null;
        for (Op op : List.of(Op.PUT, Op.GET)) {
            Optional<Comparison> recorded = recorded(home, lab.id() + "/" + ReferenceLabs.highest(op));
            if (recorded.isEmpty()) {
                return Optional.empty();
            }
            stage = recorded.get().sides().get(1).name();
            rows.append(row(op, recorded.get().outcomes().get(0).figures()));
        }
        Path page = home.resolve("docs").resolve(stage + ".md");
        return Files.isRegularFile(page)
                ? Optional.of(new SpeedTable(page, String.format(Locale.ROOT, TITLE, stage) + rows))
                : Optional.empty();
    }

    /** Empty if the comparison is damaged or has no figures. The next command measures a damaged one again. */
    private static Optional<Comparison> recorded(Path home, String id) throws IOException {
        Optional<RunFolder> folder = new Reference(home).find(id);
        try {
            return folder.isEmpty()
                    ? Optional.empty()
                    : Optional.of(folder.get().comparison()).filter(SpeedTable::hasFigures);
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static boolean hasFigures(Comparison comparison) {
        return comparison.comparable()
                && comparison.outcomes().get(0).figures().stream().allMatch(each -> each.ratio() != null);
    }

    private static String row(Op op, List<Difference> figures) {
        Difference rate = figures.get(0);
        Difference cpu = figures.get(1);
        return String.format(
                Locale.ROOT,
                "| %s | %,.0f/s | %,.0f/s | **%s** (%s) | %.0f µs, %s times (%s) |%n",
                op.label().toUpperCase(Locale.ROOT),
                rate.baseline().middle(),
                rate.variant().middle(),
                rate.ratioText(),
                rate.intervalText(),
                cpu.variant().middle(),
                cpu.ratioText(),
                cpu.intervalText());
    }

    /** Replaces the table on the page. */
    void write() throws IOException {
        String old = Files.readString(page);
        String now = TABLE.matcher(old).replaceFirst(Matcher.quoteReplacement(text));
        if (!now.equals(old)) {
            Files.writeString(page, now);
        }
    }
}
