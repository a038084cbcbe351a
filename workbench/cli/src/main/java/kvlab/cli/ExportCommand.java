package kvlab.cli;

import java.nio.file.Path;
import kvlab.handout.Export;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
        separator = " ",
        name = "export",
        header = "Write the student edition of the kit, which shows no solution.",
        footerHeading = "%nExample:%n",
        footer = {
            "  ./lab export ~/kvlab-students",
            "",
            "It is a git repository with one commit, to be pushed to where students clone.",
            "The stages are there as jars, and their sources as ./lab checkout hands them",
            "out. docs/instructors.md tells what else is left out."
        })
final class ExportCommand extends LabCommand {

    @Parameters(paramLabel = "DIR", description = "Where to; a folder that is new or empty.")
    private Path folder;

    @Override
    public Integer call() throws Exception {
        String problem = new Export(home()).write(folder);
        if (!problem.isEmpty()) {
            err().println("lab: there is no first commit: " + problem);
        }
        out().println(folder + ": the student edition of the kit; no solution was found in it");
        out().println("  Push it to where students clone.");
        return Lab.DONE;
    }
}
