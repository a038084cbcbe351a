package kvlab.cli;

import java.nio.file.Path;
import java.util.Map;
import kvlab.cluster.Folders;
import kvlab.handin.Review;
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
            "",
            "Exit code 0: all were taken, 1: one was not, and its row says why."
        })
final class ReviewCommand extends LabCommand {

    @Parameters(paramLabel = "DIR", description = "With the zips that ./lab submit made.")
    private Path folder;

    @Option(
            names = "--baseline",
            paramLabel = "STAGE",
            description = "The reference that figures are beside (default: the stage that was handed in).")
    private String baseline;

    @Option(names = "--output", paramLabel = "DIR", description = "Where it is written (default: review, in DIR).")
    private Path output;

    @Override
    public Integer call() throws Exception {
        Path scratch = Scratch.folder(Lab.home(), "review");
        Review.Result result;
        try (LiveLine live = new LiveLine(err())) {
            result = Review.of(
                    Lab.home(),
                    folder,
                    output == null ? folder.resolve("review") : output,
                    scratch,
                    baseline,
                    Map.of(),
                    what -> live.show("  " + what));
        } finally {
            Folders.remove(scratch);
        }
        result.refused().forEach((file, reason) -> err().println("lab: " + file + " is not taken: " + reason));
        out().println(result.page());
        return result.refused().isEmpty() ? Lab.DONE : Lab.NO;
    }
}
