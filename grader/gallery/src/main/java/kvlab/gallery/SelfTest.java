package kvlab.gallery;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import kvlab.cluster.NodeProgram;
import kvlab.cluster.ShortLived;
import kvlab.cluster.StageProgram;
import kvlab.cluster.UsageException;
import kvlab.grader.Grade;
import kvlab.grader.Grader;
import kvlab.grader.NotGradable;
import kvlab.grader.Outcome;
import kvlab.grader.Progress;
import kvlab.grader.Selection;
import kvlab.grader.Subject;

/** The grader is graded: every broken node has to be caught, by the checks that are named for it and by no other. */
public final class SelfTest {

    private static final String FIRST_STAGE = "1-single-node";
    private static final long SEED = 42;

    private final Path stages;
    private final Path scratch;
    private final String classPath = System.getProperty("java.class.path");

    /**
     * @param kitHome where stages/ is
     * @param scratch a folder for everything that is needed meanwhile
     */
    public SelfTest(Path kitHome, Path scratch) {
        this.stages = kitHome.resolve("stages");
        this.scratch = scratch;
    }

    /** What became of one broken node. */
    public record Result(Exhibit exhibit, Grade grade) {

        public Set<String> failed() {
            return grade.results().stream()
                    .filter(result -> result.outcome() != Outcome.PASS)
                    .map(result -> result.check().id())
                    .collect(Collectors.toCollection(TreeSet::new));
        }

        public boolean isCaught() {
            return failed().equals(exhibit.checks());
        }
    }

    public static List<String> names() {
        List<String> names = new ArrayList<>();
        Gallery.all().forEach(node -> names.add(FIRST_STAGE + ":" + node.name()));
        Mutants.all().forEach(mutant -> names.add(mutant.stage() + ":" + mutant.name()));
        return names;
    }

    /** @param name one of {@link #names} */
    public Exhibit exhibit(String name) throws IOException {
        String[] parts = name.split(":", 2);
        if (parts[0].equals(FIRST_STAGE)) {
            BrokenNode node = Gallery.named(parts[1]);
            return new Exhibit(
                    node.name(),
                    FIRST_STAGE,
                    node.wrong(),
                    program(classPath, GalleryFactory.class.getName()),
                    List.of("broken=" + node.name()),
                    node.checks());
        }
        Mutant mutant = Mutants.all().stream()
                .filter(each -> each.stage().equals(parts[0]) && each.name().equals(parts[1]))
                .findFirst()
                .orElseThrow();
        Path target = Files.createDirectories(scratch.resolve("classes-" + mutant.name()));
        mutant.compile(stages, classPath, target);
        return new Exhibit(
                mutant.name(),
                mutant.stage(),
                mutant.wrong(),
                program(target + ":" + classPath, factory(mutant.stage())),
                mutant.settings(),
                mutant.checks());
    }

    private static String factory(String stage) {
        return switch (stage) {
            case "2-sharding" -> kvlab.sharding.StageFactory.class.getName();
            case "3-replication" -> kvlab.replication.StageFactory.class.getName();
            default -> kvlab.async.StageFactory.class.getName();
        };
    }

    private static NodeProgram program(String classPath, String factory) {
        return new ShortLived(new StageProgram("gallery", classPath, factory));
    }

    /** @param only whether nothing but the named checks is run, which is quicker and shows less */
    public Result grade(Exhibit exhibit, boolean only, Progress progress) throws NotGradable, UsageException {
        Subject subject = subject(exhibit);
        Selection selection = Selection.of(subject, only ? List.copyOf(exhibit.checks()) : List.of(), SEED);
        return new Result(exhibit, new Grader(scratch.resolve("grade")).grade(subject, selection, progress));
    }

    static Subject subject(Exhibit exhibit) {
        return new Subject(exhibit.stage(), exhibit.stage(), exhibit.program(), null, exhibit.settings());
    }
}
