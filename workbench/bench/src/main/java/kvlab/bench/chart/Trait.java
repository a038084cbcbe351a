package kvlab.bench.chart;

import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import kvlab.bench.kept.Run;
import kvlab.bench.load.Cores;
import kvlab.bench.load.Options;

/**
 * What a run may differ in from another one, as a legend says it. A legend that told all of them could not be read, and one
 * that leaves out what differs calls two curves alike.
 */
enum Trait {
    PROGRAM(run -> run.options().program()),
    SETTINGS(run -> String.join(" ", run.options().settings())),
    OP(run -> run.options().load().op().label()),
    RATE(run -> run.options().load().isClosedLoop()
            ? "highest rate"
            : Charts.plain(run.options().load().rate()) + "/s"),
    NODES(run -> nodes(run.options())),
    JDK(run -> run.options().jdk() == null ? "" : "JDK " + run.options().jdk()),
    LINKS(run -> "links of " + Charts.plain(run.options().linkDelayMillis()) + " ms"),
    TARGET(run ->
            run.options().target() == null ? "here" : "on " + run.options().target()),
    LOAD(run -> run.options().loadOn() == null ? "" : "load " + run.options().loadOn()),
    CONNECTIONS(run -> run.options().load().connections() + " connections"),
    THREADS(run -> run.options().load().threads() + " threads"),
    SECONDS(run -> run.options().load().seconds() + " s"),
    KEYS(run -> Charts.plain(run.options().load().keys()) + " keys"),
    VALUES(run -> "values of " + run.options().load().valueBytes() + " bytes"),
    REPLICAS(run -> run.options().load().replicas() == null
            ? ""
            : "replicas " + run.options().load().replicas()),
    CORES(run -> cores(run.options().cores())),
    ENGINE(run -> run.engine().name() + " " + run.engine().version()),
    MACHINE(run -> Run.processor(run.machine()));

    /** Those by which people call a run. */
    static final Set<Trait> USUAL = Set.of(PROGRAM, SETTINGS, OP, RATE);

    /** Those by which they call many runs, which are one curve over the rate or the number of nodes. */
    static final Set<Trait> OF_CURVES = Set.of(PROGRAM, SETTINGS, OP, RATE, NODES);

    private final Function<Run, String> words;

    Trait(Function<Run, String> words) {
        this.words = words;
    }

    static Map<Trait, String> of(Run run) {
        Map<Trait, String> traits = new EnumMap<>(Trait.class);
        for (Trait each : values()) {
            traits.put(each, each.words.apply(run));
        }
        return traits;
    }

    /**
     * The name of one among several.
     *
     * @param always what is told even if they do not differ in it
     */
    static String name(Map<Trait, String> one, Set<Trait> always, Collection<Map<Trait, String>> all) {
        return text(one, trait -> always.contains(trait) || !areAlike(trait, all));
    }

    /** What several have in common of that by which people call a run. */
    static String common(Collection<Map<Trait, String>> all) {
        return text(all.iterator().next(), trait -> USUAL.contains(trait) && areAlike(trait, all));
    }

    private static boolean areAlike(Trait trait, Collection<Map<Trait, String>> all) {
        return all.stream().map(each -> each.get(trait)).distinct().count() == 1;
    }

    private static String text(Map<Trait, String> one, Predicate<Trait> told) {
        StringBuilder text = new StringBuilder();
        one.forEach((trait, words) -> {
            if (told.test(trait) && !words.isEmpty()) {
                text.append(text.isEmpty() ? "" : trait == SETTINGS ? " " : ", ")
                        .append(words);
            }
        });
        return text.toString();
    }

    static String nodes(Options options) {
        return options.nodes() == 1 ? "1 node" : options.nodes() + " nodes";
    }

    private static String cores(Cores cores) {
        if (cores == null) {
            return "";
        }
        String load = cores.load() == null ? "" : " and " + cores.load();
        return "cores " + cores.nodes() + (cores.shared() ? ", shared" : load);
    }
}
