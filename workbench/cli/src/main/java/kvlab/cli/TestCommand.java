package kvlab.cli;

import kvlab.cluster.UsageException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The script runs the tests itself, since they build this very program anew; it comes here for help and for mistakes. */
@Command(
        separator = " ",
        name = "test",
        header = "Build everything and run all tests of the kit once.",
        footerHeading = "%nExample:%n",
        footer = {"  ./lab test", ""})
final class TestCommand extends LabCommand {

    @Option(names = "--soak", description = "Repeat what depends on timing, and load for as long as a student does.")
    private boolean soak;

    @Override
    public Integer call() throws UsageException {
        throw UsageException.of("the tests are run by the script: ./lab test" + (soak ? " --soak" : ""));
    }
}
