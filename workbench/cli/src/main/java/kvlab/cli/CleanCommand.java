package kvlab.cli;

import kvlab.cluster.UsageException;
import picocli.CommandLine.Command;

/** The script cleans by itself, since this program is among what goes; it comes here for help and for mistakes. */
@Command(
        separator = " ",
        name = "clean",
        header = "Remove what was built, temporary folders, caches and your own runs.",
        footerHeading = "%nExample:%n",
        footer = {"  ./lab clean", ""},
        description = "Removes every target/ folder, .kvlab/ and profiles/runs/.")
final class CleanCommand extends LabCommand {

    @Override
    public Integer call() throws UsageException {
        throw UsageException.of("cleaning is done by the script: ./lab clean");
    }
}
