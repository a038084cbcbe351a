package kvlab.cli;

import java.io.IOException;
import java.nio.file.Path;
import kvlab.bench.load.Scale;
import kvlab.cluster.Folders;
import kvlab.kernel.LabFailure;
import kvlab.kernel.Tour;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        separator = " ",
        name = "tour",
        header = "See the whole kit work once, in about five minutes.",
        footerHeading = "%nExample:%n",
        footer = {
            "  ./lab tour",
            "",
            "A cluster of three loses a node; stage 3 is graded; stages 3 and 4 are compared",
            "and profiled; and all of it stands in one page for a browser, in profiles/runs.",
            "Each step names the command that does it alone. Exit code: that of the grade."
        })
final class TourCommand extends LabCommand {

    @Option(
            names = "--scale",
            paramLabel = "S",
            description = "Of the comparison, as in ./lab compare (default: one life of a quick one).")
    private String scale;

    @Option(names = "--only", paramLabel = "R,R", description = "Grade these rules or checks alone (default: all).")
    private String only;

    @Option(
            names = "--port",
            paramLabel = "P",
            description = "The first node's; the others get the next ones (default: 8080, then 8090).")
    private Integer port;

    @Override
    public Integer call() throws Exception {
        if (scale != null) {
            Scale.of(scale);
        }
        Path scratch = Scratch.folder(home(), "tour");
        try {
            Tour tour = new Tour(home(), scale, only, port, this::print, this::tell);
            Tour.Seen seen = tour.run(scratch);
            tell("");
            tell("the tour is over; open this page in a browser");
            print(seen.page().toString());
            return seen.gradeExitCode();
        } catch (LabFailure e) {
            throw new IOException(e.getMessage(), e);
        } finally {
            Folders.remove(scratch);
        }
    }

    private void print(String line) {
        out().println(line);
        out().flush();
    }

    private void tell(String text) {
        err().println(text.isEmpty() ? "" : "lab: " + text);
        err().flush();
    }
}
