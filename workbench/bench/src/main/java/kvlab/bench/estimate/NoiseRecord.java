package kvlab.bench.estimate;

import com.google.gson.JsonParseException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Consumer;
import kvlab.bench.kept.Conditions;
import kvlab.bench.kept.Figure;
import kvlab.bench.kept.Run;
import kvlab.bench.kept.Side;
import kvlab.bench.kept.Spread;
import kvlab.bench.load.Options;
import kvlab.bench.text.TextFile;

/**
 * How far the lives of earlier comparisons on this machine lay apart: .kvlab/noise.json. Two lives alone do not show it.
 * docs/compare.md describes each field.
 */
public record NoiseRecord(String schema, List<Sample> samples) {

    private static final String SCHEMA = "kvlab.noise/6";
    private static final Path FILE = Path.of(".kvlab", "noise.json");

    /** Machines and their neighbours change. */
    private static final Duration OLDEST = Duration.ofDays(60);

    private static final int MOST_SAMPLES = 300;

    /** An hour in which a neighbour worked must not count for weeks. */
    private static final double MOST_TIMES_USUAL = 20;

    /** More lives say little more, and machines change. */
    private static final double MOST_RECORDED = 40;

    /**
     * What noise depends on.
     *
     * @param program one server answers evenly, and another does not; so do settings and JDKs of the same
     * @param jdk null when the program is no stage
     * @param nodes more of them are more that can go wrong
     */
    record Circumstances(
            Conditions conditions,
            String program,
            List<String> settings,
            Integer jdk,
            int nodes,
            double linkDelayMillis) {

        static Circumstances of(Run run) {
            Options options = run.options();
            return new Circumstances(
                    Conditions.of(run),
                    options.program(),
                    options.settings(),
                    options.jdk(),
                    options.nodes(),
                    options.linkDelayMillis());
        }

        private boolean isWhole() {
            return conditions != null && conditions.load() != null && program != null && settings != null;
        }

        private boolean isLike(Circumstances other) {
            return nodes == other.nodes
                    && program.equals(other.program)
                    && settings.equals(other.settings)
                    && Objects.equals(jdk, other.jdk)
                    && linkDelayMillis == other.linkDelayMillis
                    && conditions.isLike(other.conditions);
        }
    }

    /**
     * How far the lives of one comparison lay apart.
     *
     * @param sides the two that were compared
     * @param spreads by the figures' labels
     */
    public record Sample(String date, List<Circumstances> sides, Map<String, Spread> spreads) {

        public static Sample of(Instant date, Side baseline, Side variant) {
            List<Run> runs = new ArrayList<>(baseline.runs());
            runs.addAll(variant.runs());
            Map<String, Spread> spreads = new TreeMap<>();
            for (Figure figure : Figure.of(baseline.runs().get(0).options())) {
                if (figure.lack(runs) == null) {
                    double usual = figure.usuallyBetweenLives(runs).variance();
                    Spread between = Estimate.betweenLives(figure, Judge.lives(baseline, variant), usual);
                    if (Double.isFinite(between.squares())) {
                        spreads.put(figure.label(), between);
                    }
                }
            }
            return new Sample(
                    date.toString(),
                    List.of(
                            Circumstances.of(baseline.runs().get(0)),
                            Circumstances.of(variant.runs().get(0))),
                    spreads);
        }

        private boolean isOfAny(List<Circumstances> here) {
            return sides.stream().anyMatch(side -> here.stream().anyMatch(side::isLike));
        }

        private boolean isYoungerThan(Instant oldest) {
            return Instant.parse(date).isAfter(oldest);
        }

        private boolean isWhole() {
            return date != null
                    && sides != null
                    && sides.stream().allMatch(side -> side != null && side.isWhole())
                    && spreads != null
                    && !spreads.containsValue(null);
        }
    }

    public static NoiseRecord empty() {
        return new NoiseRecord(SCHEMA, List.of());
    }

    /** Nothing when there is no record yet, or none that this kit reads: then noise is measured anew. */
    public static NoiseRecord read(Path home) throws IOException {
        return read(home, Instant.now(), told -> {});
    }

    /**
     * The same, without samples that are too old by now.
     *
     * @param progress is told when there is a record that this kit does not read
     */
    public static NoiseRecord read(Path home, Instant now, Consumer<String> progress) throws IOException {
        Path file = home.resolve(FILE);
        if (!Files.isRegularFile(file)) {
            return empty();
        }
        try {
            NoiseRecord read = Run.GSON.fromJson(Files.readString(file), NoiseRecord.class);
            if (read != null && SCHEMA.equals(read.schema) && read.isWhole()) {
                return read.with(List.of(), now);
            }
        } catch (JsonParseException | DateTimeParseException e) {
            // Told like one of another kit: neither can be used.
        }
        progress.accept(
                "the record of this machine's noise, " + FILE + ", is damaged or of another kit; it begins anew");
        return empty();
    }

    private boolean isWhole() {
        return samples != null && samples.stream().allMatch(each -> each != null && each.isWhole());
    }

    /** Whole or not at all. */
    public void write(Path home) throws IOException {
        Path file = home.resolve(FILE);
        Files.createDirectories(file.getParent());
        Path half = Files.createTempFile(file.getParent(), "noise", ".half");
        TextFile.write(half, Run.GSON.toJson(this) + "\n");
        Files.move(half, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    /** With these, and without those that are too old. */
    public NoiseRecord with(List<Sample> newer, Instant now) {
        List<Sample> all = new ArrayList<>(samples);
        all.addAll(newer);
        List<Sample> young = all.stream()
                .filter(each -> each.isYoungerThan(now.minus(OLDEST)))
                .toList();
        return new NoiseRecord(
                SCHEMA, List.copyOf(young.subList(Math.max(0, young.size() - MOST_SAMPLES), young.size())));
    }

    /** What was seen of a figure under conditions like those of one of these runs. */
    public Spread of(Figure figure, List<Run> runs) {
        List<Circumstances> here =
                runs.stream().map(Circumstances::of).distinct().toList();
        double usual = figure.usuallyBetweenLives(runs).variance();
        return Spread.sum(samples.stream()
                        .filter(sample -> sample.isOfAny(here))
                        .map(sample -> sample.spreads().getOrDefault(figure.label(), Spread.NONE))
                        .map(spread -> spread.varyingBetween(-usual, MOST_TIMES_USUAL * usual))
                        .toList())
                .notNegative()
                .atMost(MOST_RECORDED);
    }
}
