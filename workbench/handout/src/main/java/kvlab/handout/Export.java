package kvlab.handout;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import kvlab.cluster.Stages;
import kvlab.cluster.UsageException;

/**
 * The student edition of the kit: all of it but the solutions. A stage is its jar there, beside the sources of its hand-out; its
 * tests, the gallery and the history are left out, since each of them tells how an exercise is solved, and so is the page that
 * answers what the notebooks ask.
 *
 * <p>Whoever adds a file to the kit does not think of this. So only what is committed gets out, and at the end every file of the
 * edition is searched for what the exercises' bodies say.
 */
public final class Export {

    /** The profile of the parent pom that takes a stage for what is in its jar looks for this name. */
    private static final String REFERENCE = "reference.jar";

    private static final String STAGE = "stages/[0-9]+-[^/]+/";
    private static final String GALLERY = "grader/gallery/";
    private static final String ANSWERS = "docs/answers.md";

    /** A test that needs what is left out is marked so, and left out too. */
    private static final String NEEDS_THE_WHOLE_KIT = "@Tag(\"whole-kit\")";

    private static final Pattern LINK = Pattern.compile("(?<!!)\\[([^]]+)]\\(([^)#]+)\\)");
    private static final int NAMED = 5;

    private final Path kitHome;
    private final List<Solution> solutions = new ArrayList<>();

    public Export(Path kitHome) {
        this.kitHome = kitHome;
    }

    /**
     * Writes the edition into a folder that is not there or has nothing in it. On failure what it wrote is gone again.
     *
     * @return empty when it is a git repository with one commit, otherwise why it is none
     */
    public String write(Path folder) throws UsageException, IOException, InterruptedException {
        if (Edition.of(kitHome).isForStudents()) {
            throw UsageException.of(kitHome + " is a student edition; expected all of the kit to make one of");
        }
        Unfinished.requireEmpty(folder);
        if (real(folder).startsWith(real(kitHome))) {
            throw UsageException.of(folder + " is inside the kit; expected a folder elsewhere");
        }
        List<String> files = committed();
        String commit = Git.lines(kitHome, "rev-parse", "HEAD").get(0);
        try (Unfinished edition = new Unfinished(folder)) {
            for (String file : files) {
                if (!isLeftOut(file)) {
                    copy(file, edition, folder);
                }
            }
            Stages stages = new Stages(kitHome);
            for (String stage : stages.names()) {
                Path jar = Path.of(stages.find(stage).classPath().split(":")[0]);
                edition.write("stages/" + stage + "/" + REFERENCE, Files.readAllBytes(jar));
            }
            Edition.writeForStudents(edition, commit);
            requireNoSolution(folder);
            String problem = Git.commit(folder, "The student edition of kvlab " + commit);
            edition.finish();
            return problem;
        }
    }

    private static Path real(Path folder) throws IOException {
        Path whole = folder.toAbsolutePath().normalize();
        Path there = whole;
        while (!Files.exists(there)) {
            there = there.getParent();
        }
        return there.toRealPath().resolve(there.relativize(whole)).normalize();
    }

    private List<String> committed() throws UsageException, IOException, InterruptedException {
        List<String> changes = Git.lines(kitHome, "status", "--porcelain", "--untracked-files=all", "--", ".");
        if (!changes.isEmpty()) {
            String named = String.join(
                    ", ",
                    changes.stream().limit(NAMED).map(line -> line.substring(3)).toList());
            String more = changes.size() > NAMED ? " and " + (changes.size() - NAMED) + " more" : "";
            throw UsageException.of(named + more + ": changed and not committed; only what is committed is exported");
        }
        return Git.lines(kitHome, "ls-files");
    }

    private boolean isLeftOut(String file) throws IOException {
        return file.startsWith(GALLERY)
                || file.equals(ANSWERS)
                || file.matches(STAGE + "src/test/.*")
                || file.matches(".*/src/test/.*\\.java")
                        && Files.readString(kitHome.resolve(file)).contains(NEEDS_THE_WHOLE_KIT);
    }

    private void copy(String name, Unfinished edition, Path folder) throws UsageException, IOException {
        Path file = kitHome.resolve(name);
        if (Files.isSymbolicLink(file)) {
            throw UsageException.of(file + " is a symbolic link, and may lead out of the kit; expected a file");
        }
        if (name.matches(STAGE + "src/main/.*\\.java")) {
            ExerciseFile source = ExerciseFile.of(name, Files.readString(file));
            source.exercises().forEach(exercise -> solutions.add(Solution.of(source, exercise)));
            edition.write(name, source.without(exercise -> false).getBytes(StandardCharsets.UTF_8));
        } else if (name.endsWith(".md")) {
            edition.write(name, page(name, Files.readString(file)).getBytes(StandardCharsets.UTF_8));
        } else {
            edition.write(name, Files.readAllBytes(file));
        }
        Files.setPosixFilePermissions(folder.resolve(name), Files.getPosixFilePermissions(file));
    }

    /** A page without links to what is left out. */
    private String page(String name, String text) {
        return LINK.matcher(text).replaceAll(link -> {
            Path target = Path.of(name).resolveSibling(link.group(2)).normalize();
            boolean isThere = !(target + "/").startsWith(GALLERY) && !target.equals(Path.of(ANSWERS));
            return Matcher.quoteReplacement(isThere ? link.group() : link.group(1));
        });
    }

    private void requireNoSolution(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                // Whatever it is encoded in, these letters are what they are.
                String letters = Solution.letters(Files.readString(file, StandardCharsets.ISO_8859_1));
                for (Solution solution : solutions) {
                    String piece = solution.in(letters).orElse(null);
                    if (piece != null) {
                        throw new IOException(folder.relativize(file) + " tells how " + solution.exercise()
                                + " is solved (" + piece + "); nothing was exported");
                    }
                }
            }
        }
    }
}
