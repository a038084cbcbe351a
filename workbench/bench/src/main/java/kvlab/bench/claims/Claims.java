package kvlab.bench.claims;

import com.google.gson.JsonElement;
import java.io.IOException;
import java.nio.file.Path;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import kvlab.bench.kept.RunFolder;
import kvlab.bench.lint.Lint;
import kvlab.cluster.UsageException;

/**
 * Whether cited figures are those of the runs. Whoever writes a report measures again the evening before, and then the figures
 * in the text are of runs that nobody can find.
 */
public final class Claims {

    private static final Pattern FIGURE = Pattern.compile(
            "(?<![\\p{L}\\d.,])(\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d+(?:\\.\\d+)?)\\s*(µs|us|ms|s\\b|%)?");

    /** In seconds; what is no time is as it is. */
    private static final Map<String, Double> UNITS = Map.of("µs", 1e-6, "us", 1e-6, "ms", 1e-3, "s", 1.0, "%", 0.01);

    /** A figure of a comparison, whose name is beside it. */
    private static final Pattern COMPARED =
            Pattern.compile("(/outcomes/\\d+/figures/\\d+)/(?:baseline|variant)/(?:middle|values/\\d+)");

    /** A figure of a profile, whose event tells the unit. */
    private static final Pattern PROFILED = Pattern.compile("(/profile/events/\\w+)/.*perRequest");

    private static final double ROUNDING = 1e-9;

    private Claims() {}

    /**
     * A sentence for each citation that is wrong, and for each of the {@link Misreadings} of what is cited.
     *
     * @param text in which figures are cited as {@code [12.4 ms](run:ID#/json/pointer)}
     */
    public static List<Lint.Fault> faults(String text, Path home) throws IOException {
        return faults(List.of(text), named -> RunFolder.find(home, named));
    }

    /** The same of texts that belong together, and of runs that are found elsewhere. */
    public static List<Lint.Fault> faults(List<String> texts, RunFolder.Finder runs) throws IOException {
        Map<Path, CitedRun> known = new HashMap<>();
        List<Lint.Fault> faults = new ArrayList<>();
        for (String text : texts) {
            faults.addAll(faults(text, runs, known));
        }
        return faults;
    }

    private static List<Lint.Fault> faults(String text, RunFolder.Finder runs, Map<Path, CitedRun> known)
            throws IOException {
        List<Lint.Fault> faults = new ArrayList<>();
        Map<String, CitedRun> cited = new LinkedHashMap<>();
        for (Prose.Sentence sentence : Prose.sentences(text)) {
            for (Prose.Citation citation : sentence.citations()) {
                String wrong;
                try {
                    RunFolder found = find(citation.run(), runs);
                    CitedRun run = known.computeIfAbsent(found.path(), path -> new CitedRun(found));
                    cited.put(citation.run(), run);
                    wrong = wrong(citation, run);
                } catch (UsageException e) {
                    wrong = e.getMessage();
                }
                if (wrong != null) {
                    faults.add(new Lint.Fault("citation", "\"" + citation.text() + "\": " + wrong + "."));
                }
            }
        }
        faults.addAll(Misreadings.in(text, cited.values()));
        return faults;
    }

    private static RunFolder find(String run, RunFolder.Finder runs) throws UsageException, IOException {
        if (run.equals("last")) {
            throw UsageException.of("name the run, which ./lab runs lists; \"last\" is another one tomorrow");
        }
        return runs.find(run);
    }

    /** The names of the runs whose figures are cited, as they are written. */
    public static Set<String> cited(String text) {
        Set<String> cited = new TreeSet<>();
        for (Prose.Sentence sentence : Prose.sentences(text)) {
            sentence.citations().forEach(citation -> cited.add(citation.run()));
        }
        return cited;
    }

    /** Null when it is right. */
    private static String wrong(Prose.Citation citation, CitedRun run) throws IOException {
        Matcher told = FIGURE.matcher(citation.text());
        if (!told.find()) {
            return "expected a number, as 12.4 ms, since a figure of run " + citation.run() + " is cited";
        }
        OptionalDouble figure = run.figure(citation);
        if (figure.isEmpty()) {
            return "run " + citation.run() + " has no figure " + citation.pointer();
        }
        String unit = told.group(2) == null ? "" : told.group(2);
        double unitThere = unitOf(citation.pointer(), run.json());
        // A number without a unit is told in that of the run.
        double there = figure.getAsDouble() * unitThere / UNITS.getOrDefault(unit, unitThere);
        return isRounded(there, told.group(1))
                ? null
                : String.format(
                        Locale.ROOT,
                        "in run %s %s is %s%s",
                        citation.run(),
                        citation.pointer(),
                        new DecimalFormat("0.###", DecimalFormatSymbols.getInstance(Locale.ROOT)).format(there),
                        unit.isEmpty() ? "" : " " + unit);
    }

    /** As the names tell: times are in milliseconds or microseconds, and shares from 0 to 1; else as stands beside it. */
    private static double unitOf(String pointer, JsonElement json) {
        if (pointer.contains("/percentiles/") || pointer.endsWith("Millis") || pointer.endsWith("/millis")) {
            return UNITS.get("ms");
        }
        if (pointer.endsWith("Micros")) {
            return UNITS.get("µs");
        }
        Matcher compared = COMPARED.matcher(pointer);
        if (compared.matches()) {
            return switch (text(json, compared.group(1) + "/figure")) {
                case "cpu" -> UNITS.get("µs");
                case "rate" -> 1;
                default -> UNITS.get("ms");
            };
        }
        Matcher profiled = PROFILED.matcher(pointer);
        return profiled.matches() ? UNITS.getOrDefault(text(json, profiled.group(1) + "/unit"), 1.0) : 1;
    }

    private static String text(JsonElement json, String pointer) {
        JsonElement element = Prose.at(json, pointer);
        return element == null || !element.isJsonPrimitive() ? "" : element.getAsString();
    }

    /** To as many digits as were written. */
    private static boolean isRounded(double figure, String digits) {
        int point = digits.indexOf('.');
        double half = 0.5 * Math.pow(10, point < 0 ? 0 : point + 1 - digits.length());
        return Math.abs(Double.parseDouble(digits.replace(",", "")) - figure) <= half + ROUNDING * Math.abs(figure);
    }
}
