package kvlab.gallery;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.pitest.classinfo.ClassName;
import org.pitest.mutationtest.EngineArguments;
import org.pitest.mutationtest.engine.Mutater;
import org.pitest.mutationtest.engine.MutationDetails;
import org.pitest.mutationtest.engine.gregor.config.GregorEngineFactory;

/**
 * A stage with one instruction changed by PIT's engine: a negated condition, a call left out, another value returned. The
 * gallery holds the mistakes that the authors of the checks thought of. PIT makes mistakes by itself.
 *
 * @param name as {@code 3-replication:AckFrom.parse-4}, the fourth change of that method. It stays the same until the method
 *     changes
 * @param wrong the line and the change, in words
 * @param kind what the score counts together
 */
record Mutation(String stage, String name, String wrong, Kind kind, Change change) {

    enum Kind {
        /** An instruction that PIT's engine changed. */
        CHANGE("mutations"),
        /** An exercise that was solved wrongly. */
        BODY("wrong bodies");

        private final String inWords;

        Kind(String inWords) {
            this.inWords = inWords;
        }

        @Override
        public String toString() {
            return inWords;
        }
    }

    /** Writes the changed classes below a folder, which then has to stand first on the class path. */
    interface Change {
        void write(Path folder) throws IOException;
    }

    private static final Mutater MUTATER =
            new GregorEngineFactory().createEngine(EngineArguments.arguments()).createMutator(Mutation::read);

    private static final Set<String> OF_EVERY_RECORD = Set.of("equals", "hashCode", "toString");
    private static final Set<String> OF_EVERY_ENUM = Set.of("values", "valueOf", "$values");

    /** A client cannot see what a node logs. */
    private static final String LOGGING = "slf4j/Logger::";

    /** A wrong body of an exercise. */
    static Mutation of(Path kitHome, Mutant body) {
        return new Mutation(
                body.stage(),
                body.stage() + ":" + body.name(),
                body.wrong(),
                Kind.BODY,
                folder -> body.compile(kitHome.resolve("stages"), System.getProperty("java.class.path"), folder));
    }

    /** All changes of a stage's classes, in the order of their names. StageFactory has no behaviour but its help text. */
    static List<Mutation> of(Path kitHome, String stage) throws IOException {
        Path classes = kitHome.resolve("stages").resolve(stage).resolve("target/classes");
        List<Mutation> all = new ArrayList<>();
        try (Stream<Path> files = Files.walk(classes)) {
            List<String> names = files.map(file -> classes.relativize(file).toString())
                    .filter(file -> file.endsWith(".class") && !file.endsWith("StageFactory.class"))
                    .sorted()
                    .toList();
            for (String file : names) {
                String type =
                        file.substring(0, file.length() - ".class".length()).replace('/', '.');
                all.addAll(of(stage, type));
            }
        }
        return all;
    }

    private static List<Mutation> of(String stage, String type) {
        Set<String> generated = generated(type);
        Map<String, Integer> counts = new HashMap<>();
        List<Mutation> all = new ArrayList<>();
        List<MutationDetails> found = new ArrayList<>(MUTATER.findMutations(ClassName.fromString(type)));
        found.sort(Comparator.comparing(MutationDetails::getLineNumber).thenComparing(MutationDetails::getFirstIndex));
        for (MutationDetails each : found) {
            String method = each.getMethod().replaceAll("[<>]", "").replaceFirst("lambda\\$(\\w+)\\$\\d+", "$1");
            if (generated.contains(method) || each.getDescription().contains(LOGGING)) {
                continue;
            }
            String place = type.substring(type.lastIndexOf('.') + 1).replace('$', '.') + "." + method;
            String name = stage + ":" + place + "-" + counts.merge(place, 1, Integer::sum);
            String change = each.getDescription().replaceAll("\\w+/(\\w+/)*", "");
            all.add(new Mutation(
                    stage,
                    name,
                    "line " + each.getLineNumber() + ", " + change,
                    Kind.CHANGE,
                    folder -> write(each, folder)));
        }
        return all;
    }

    /** The methods of a record or an enum that stand in no source file. */
    private static Set<String> generated(String type) {
        Set<String> names = new HashSet<>();
        try {
            Class<?> loaded = Class.forName(type, false, Mutation.class.getClassLoader());
            if (loaded.isEnum()) {
                names.addAll(OF_EVERY_ENUM);
            }
            if (loaded.isRecord()) {
                names.addAll(OF_EVERY_RECORD);
                Arrays.stream(loaded.getRecordComponents())
                        .map(RecordComponent::getName)
                        .forEach(names::add);
            }
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
        return names;
    }

    private static Optional<byte[]> read(String type) {
        try (InputStream in = Mutation.class.getClassLoader().getResourceAsStream(type.replace('.', '/') + ".class")) {
            return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(MutationDetails details, Path folder) throws IOException {
        Path file = folder.resolve(details.getClassName().asInternalName() + ".class");
        Files.createDirectories(file.getParent());
        Files.write(file, MUTATER.getMutation(details.getId()).getBytes());
    }

    /** The names of the changes that make no difference to a client, each with the reason. */
    static Map<String, String> equivalent() {
        Map<String, String> reasons = new LinkedHashMap<>();
        try (BufferedReader lines = new BufferedReader(
                new InputStreamReader(Mutation.class.getResourceAsStream("equivalent.txt"), StandardCharsets.UTF_8))) {
            lines.lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(line -> line.split("\\s+", 2))
                    .forEach(words -> reasons.put(words[0], words[1]));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return reasons;
    }
}
