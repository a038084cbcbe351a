package kvlab.gallery;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import kvlab.cluster.NodeProgram;
import kvlab.cluster.StageProgram;
import kvlab.cluster.UsageException;
import kvlab.grader.CheckResult;
import kvlab.grader.Grade;
import kvlab.grader.GradedCheck;
import kvlab.grader.Grader;
import kvlab.grader.NotGradable;
import kvlab.grader.Outcome;
import kvlab.grader.Progress;
import kvlab.grader.Selection;
import kvlab.grader.Subject;

/** The grader is graded: every broken node has to be caught, by the checks that are named for it and by no other. */
final class SelfTest {

    private static final long SEED = 42;

    private final Path stages;
    private final Path scratch;
    private final String classPath = System.getProperty("java.class.path");

    /**
     * @param kitHome where stages/ is
     * @param scratch a folder for everything that is needed meanwhile
     */
    SelfTest(Path kitHome, Path scratch) {
        this.stages = kitHome.resolve("stages");
        this.scratch = scratch;
    }

    /**
     * How a broken node is graded.
     *
     * @param wholly by all checks of its stage; else by those that are named for it, which is quicker and shows less
     * @param inProcess its nodes in this JVM: several times quicker, but without the checks that need a process
     */
    record Way(boolean wholly, boolean inProcess) {}

    /** What became of one broken node. */
    record Result(Exhibit exhibit, Grade grade) {

        private Set<String> failed() {
            return with(Set.of(Outcome.FAIL, Outcome.INCONCLUSIVE));
        }

        /** Whether one of the checks that are named for it was run. */
        boolean isDecided() {
            return !named().isEmpty();
        }

        boolean isCaught() {
            return isDecided() && missed().isEmpty() && unexpected().isEmpty();
        }

        /** Checks that are named for it and could not be run. */
        Set<String> skipped() {
            return less(exhibit.mutant().checks(), named());
        }

        /** Checks that are named for it, were run, and did not fail: a check that cannot decide has caught nothing. */
        Set<String> missed() {
            return less(named(), with(Set.of(Outcome.FAIL)));
        }

        /** Checks that failed, and should not have. */
        Set<String> unexpected() {
            return exhibit.mutant().also().contains(Mutant.ANY)
                    ? Set.of()
                    : less(less(less(failed(), named()), exhibit.mutant().also()), ofAnything());
        }

        /** Those in which any mistake may show. */
        private Set<String> ofAnything() {
            return grade.results().stream()
                    .map(CheckResult::check)
                    .filter(GradedCheck::isLast)
                    .map(GradedCheck::id)
                    .collect(Collectors.toSet());
        }

        /** Those that are named for it, less what could not be run. */
        private Set<String> named() {
            return less(exhibit.mutant().checks(), with(Set.of(Outcome.SKIPPED)));
        }

        private static Set<String> less(Set<String> all, Set<String> some) {
            Set<String> rest = new TreeSet<>(all);
            rest.removeAll(some);
            return rest;
        }

        private Set<String> with(Set<Outcome> outcomes) {
            return grade.results().stream()
                    .filter(result -> outcomes.contains(result.outcome()))
                    .map(result -> result.check().id())
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    /** The name of each broken node, such as 2-sharding:order, and the checks that must fail on it. */
    static Map<String, Set<String>> all() {
        Map<String, Set<String>> all = new LinkedHashMap<>();
        Gallery.all().forEach(node -> all.put(Mutant.SINGLE + ":" + node.name(), node.checks()));
        Mutants.all().forEach(mutant -> all.put(mutant.stage() + ":" + mutant.name(), mutant.checks()));
        return all;
    }

    /** @param name one of {@link #all} */
    Exhibit exhibit(String name) throws UsageException, IOException {
        Mutant mutant = Mutants.all().stream()
                .filter(each -> name.equals(each.stage() + ":" + each.name()))
                .findFirst()
                .orElse(null);
        if (mutant == null) {
            BrokenNode node = Gallery.named(name.split(":", 2)[1]);
            List<String> setting = List.of("broken=" + node.name());
            return new Exhibit(
                    new Mutant(node.name(), Mutant.SINGLE, node.wrong(), List.of(), setting, node.checks(), Set.of()),
                    program(name, classPath, GalleryFactory.class.getName()),
                    node.endsItsJvm());
        }
        Path target = Files.createDirectories(scratch.resolve("classes-" + mutant.name()));
        mutant.compile(stages, classPath, target);
        String factory = StageProgram.of(stages.resolve(mutant.stage())).factory();
        return new Exhibit(mutant, program(name, target + ":" + classPath, factory), false);
    }

    private static NodeProgram program(String name, String classPath, String factory) {
        return new StageProgram(name, classPath, factory).briefly();
    }

    /** By the checks that are named for it, and in this JVM unless one of them, or the node itself, needs a process. */
    Way quickest(Exhibit exhibit) throws UsageException {
        boolean needsProcess = selection(subject(exhibit), exhibit.mutant().checks()).checks().stream()
                .anyMatch(GradedCheck::needsProcess);
        return new Way(false, !exhibit.endsItsJvm() && !needsProcess);
    }

    Result grade(Exhibit exhibit, Way way, Progress progress) throws NotGradable, UsageException {
        Subject separate = subject(exhibit);
        Subject subject = way.inProcess() ? separate.inProcess() : separate;
        Selection selection =
                selection(subject, way.wholly() ? Set.of() : exhibit.mutant().checks());
        return new Result(exhibit, new Grader(scratch.resolve("grade")).grade(subject, selection, progress));
    }

    private static Selection selection(Subject subject, Set<String> only) throws UsageException {
        return Selection.of(subject, List.copyOf(only), SEED);
    }

    static Subject subject(Exhibit exhibit) {
        Mutant mutant = exhibit.mutant();
        return new Subject(mutant.stage(), mutant.stage(), exhibit.program(), null, mutant.settings());
    }
}
