package kvlab.cli;

import java.io.IOException;
import java.nio.file.Path;
import kvlab.cluster.Folders;
import kvlab.cluster.Printable;
import kvlab.cluster.UsageException;
import kvlab.handin.Regrading;
import kvlab.handin.Review;
import kvlab.sandbox.Sandbox;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        separator = " ",
        name = "review",
        header = "Show the hand-ins of a class on one page.",
        footerHeading = "%nExample:%n",
        footer = {
            "  ./lab review hand-ins/",
            "",
            "Writes index.html, scores.csv, and a folder for each student with feedback.md,",
            "in which your own words are kept. docs/hand-ins.md tells more.",
            "--regrade goes on where it stopped, with what is new or was not decided.",
            "",
            "Exit code 0: all were taken, 1: one was not, or a feedback.md was left as",
            "it is, 2: grading one again came to no score, 70: they were not compared.",
            "The page says why."
        })
final class ReviewCommand extends LabCommand {

    private static final int INTERRUPTED = 130;

    @Parameters(paramLabel = "DIR", description = "With the zips that ./lab submit made.")
    private Path folder;

    @Option(
            names = "--baseline",
            paramLabel = "STAGE",
            description = "The reference that figures are beside (default: the stage that was handed in).")
    private String baseline;

    @Option(names = "--output", paramLabel = "DIR", description = "Where it is written (default: review, in DIR).")
    private Path output;

    @Option(names = "--regrade", description = "Grade each hand-in once more, in a sandbox.")
    private boolean regrade;

    @Option(names = "--jobs", paramLabel = "N", description = "With --regrade: so many grades at once (default: 1).")
    private Integer jobs;

    @Option(
            names = "--within",
            paramLabel = "TIME",
            description = "With --regrade: when a grade is ended (default: " + SandboxedRun.USUALLY + ").")
    private String within;

    @Option(names = "--no-sandbox", description = "With --regrade: as this user, with all that this user may do.")
    private boolean noSandbox;

    @Option(names = "--similarity", paramLabel = "JAR", description = "Compare them with each other, by JPlag.")
    private Path similarity;

    @Override
    public Integer call() throws Exception {
        requireRegrade("--jobs", jobs != null);
        requireRegrade("--within", within != null);
        requireRegrade("--no-sandbox", noSandbox);
        if (jobs != null && (jobs < 1 || jobs > 64)) {
            throw UsageException.of("--jobs " + jobs + ": expected a number from 1 to 64");
        }
        if (regrade && !noSandbox) {
            requireSandbox();
        }
        Path scratch = Scratch.folder(home(), "review");
        Review.Result result;
        try (LiveLine live = new LiveLine(err())) {
            result = Review.of(
                    home(),
                    folder,
                    output == null ? folder.resolve("review") : output,
                    scratch,
                    baseline,
                    regrade ? regrading(scratch) : null,
                    similarity == null ? null : new JplagRun(similarity, home(), scratch),
                    what -> live.show("  " + what));
        } catch (InterruptedException e) {
            // Whoever ended it was told what is kept.
            return INTERRUPTED;
        } finally {
            Folders.remove(scratch);
        }
        result.damaged().forEach(reason -> err().println("lab: " + Printable.text(reason) + "; it is left out"));
        result.refused().forEach((file, reason) -> err().println("lab: " + file + " is not taken: " + reason));
        result.notGraded().forEach((file, reason) -> err().println("lab: " + file + " has no score: " + reason));
        result.feedback().forEach((file, reason) -> err().println("lab: " + file + " is left as it is: " + reason));
        out().println(result.page());
        if (result.notCompared() != null) {
            return Lab.explain(new IOException(result.notCompared()), err(), Lab.FAILURE);
        }
        if (!result.refused().isEmpty() || !result.feedback().isEmpty()) {
            return Lab.NO;
        }
        return result.notGraded().isEmpty() ? Lab.DONE : Lab.UNDECIDED;
    }

    private void requireRegrade(String option, boolean isGiven) throws UsageException {
        if (isGiven && !regrade) {
            throw UsageException.of(option + " goes with --regrade");
        }
    }

    private static void requireSandbox() throws IOException, InterruptedException {
        try {
            Sandbox.open();
        } catch (IOException e) {
            throw new IOException(e.getMessage() + ". --no-sandbox grades without one: the code of hand-ins may then do"
                    + " whatever you may");
        }
    }

    private Regrading regrading(Path scratch) throws IOException, UsageException {
        String kit = KitCode.of(System.getProperty("java.class.path"));
        String time = within == null ? SandboxedRun.USUALLY : within;
        return new RegradeRun(!noSandbox, time, jobs == null ? 1 : jobs, kit, scratch, err());
    }
}
