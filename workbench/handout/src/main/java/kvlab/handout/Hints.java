package kvlab.handout;

import java.io.IOException;
import java.io.StringReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Pattern;
import kvlab.cluster.UsageException;

/**
 * A hint is worth something to whoever has not read the next one. So they come one at a time; target/hints says how many a
 * student has had of each check.
 */
public final class Hints {

    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,6}");

    private final Project project;
    private final TaskPage page;
    private final Path file;

    public Hints(Path kitHome, Project project) throws IOException {
        this.project = project;
        this.page = TaskPage.of(kitHome, project.stage());
        this.file = project.folder().resolve("target/hints");
    }

    /**
     * A hint, or what there is instead.
     *
     * @param check null when nothing failed
     * @param hint null when there are no more
     * @param number of the hint among all that there are, from 1
     * @param step of the task that the check is about, counted from 1; 0 if there is none, or more than one
     * @param methods the exercises that the check is about
     */
    public record Next(GradeFile.Check check, String hint, int number, int all, int step, List<String> methods) {}

    /** @param named null for the failed check that tells most, or else an open one of the earliest step */
    public Next next(String named) throws UsageException, IOException {
        List<GradeFile.Check> checks = new GradeFile(project).checks();
        if (checks.isEmpty()) {
            throw UsageException.of(project.folder() + " has no grade yet; ./lab grade makes one");
        }
        GradeFile.Check check = named == null ? first(checks) : named(checks, named);
        if (check == null) {
            return new Next(null, null, 0, 0, 0, List.of());
        }
        List<String> parts = parts(check);
        Optional<TaskPage.Step> its = step(check);
        int step = its.map(page.steps()::indexOf).orElse(-1) + 1;
        TaskPage.Clue clue = check.isOpen() ? null : page.clue(check.id());
        List<String> methods =
                clue != null ? clue.methods() : its.map(TaskPage.Step::methods).orElse(List.of());
        Properties given = given();
        int had = had(given, check.id());
        if (had >= parts.size()) {
            return new Next(check, null, 0, parts.size(), step, methods);
        }
        given.setProperty(check.id(), Integer.toString(had + 1));
        try (Writer out = Files.newBufferedWriter(file)) {
            given.store(out, "how many hints were given");
        }
        return new Next(check, parts.get(had), had + 1, parts.size(), step, methods);
    }

    /** An open check waits for the step that turns it green. One that failed is about an exercise, or about its rule. */
    private Optional<TaskPage.Step> step(GradeFile.Check check) {
        if (check.isOpen()) {
            return page.stepThatTurns(check.id());
        }
        TaskPage.Clue clue = page.clue(check.id());
        if (clue == null) {
            return page.stepOf(check.rule());
        }
        Optional<TaskPage.Step> first = page.stepWith(clue.methods().get(0));
        return first.filter(step -> step.methods().containsAll(clue.methods()));
    }

    /** The hints for the exercises that are probably wrong, or for its rule; if there are none, the hints for its step. */
    private List<String> parts(GradeFile.Check check) {
        TaskPage.Clue clue = check.isOpen() ? null : page.clue(check.id());
        List<String> parts = clue == null ? page.parts(check.rule()) : page.parts(clue.methods(), check.rule());
        return !parts.isEmpty()
                ? parts
                : step(check).stream()
                        .flatMap(step -> step.rules().stream())
                        .flatMap(rule -> page.parts(rule).stream())
                        .distinct()
                        .toList();
    }

    private GradeFile.Check first(List<GradeFile.Check> checks) {
        List<GradeFile.Check> failed =
                checks.stream().filter(GradeFile.Check::failed).toList();
        return failed.stream()
                .filter(check -> !parts(check).isEmpty())
                .min(Comparator.comparing(GradeFile.Check::isOpen).thenComparing(this::order))
                .or(() -> failed.stream().findFirst())
                .orElse(null);
    }

    private int order(GradeFile.Check check) {
        return check.isOpen()
                ? step(check).map(page.steps()::indexOf).orElse(page.steps().size())
                : page.order(check.id(), check.rule());
    }

    private static GradeFile.Check named(List<GradeFile.Check> checks, String id) throws UsageException {
        return checks.stream()
                .filter(check -> check.id().equals(id))
                .findFirst()
                .orElseThrow(() -> UsageException.of("the last grade has no check '" + id + "'; there are "
                        + String.join(
                                ", ", checks.stream().map(GradeFile.Check::id).toList())));
    }

    private Properties given() throws IOException {
        Properties given = new Properties();
        if (Files.exists(file)) {
            try {
                given.load(new StringReader(new String(Files.readAllBytes(file), StandardCharsets.UTF_8)));
            } catch (IllegalArgumentException e) {
                throw damaged();
            }
        }
        return given;
    }

    private int had(Properties given, String check) throws IOException {
        String had = given.getProperty(check, "0");
        if (!NUMBER.matcher(had).matches()) {
            throw damaged();
        }
        return Integer.parseInt(had);
    }

    private IOException damaged() {
        return new IOException(file + " does not tell how many hints were given; remove it, and they begin anew");
    }
}
