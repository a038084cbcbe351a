package kvlab.cli;

import kvlab.cluster.UsageException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The script runs the tests itself, because they build this program anew. It starts this command for help and for mistakes. */
@Command(
        separator = " ",
        name = "test",
        header = "Build the kit and run its tests.",
        footerHeading = "%nExample:%n",
        footer = {"  ./lab test --quick", ""})
final class TestCommand extends LabCommand {

    @Option(names = "--quick", description = "Run the unit tests and one happy path of each module: three minutes.")
    private boolean quick;

    @Option(
            names = "--soak",
            description = "Repeat what depends on timing, and load for as long as a student does: hours.")
    private boolean soak;

    @Option(
            names = "--times",
            description = "Print what each test class took: time, processor time, JVMs and clusters.")
    private boolean times;

    @Override
    public Integer call() throws UsageException {
        if (quick && soak) {
            throw UsageException.of("--quick and --soak are given; expected one of them");
        }
        throw UsageException.of("the tests are run by the script: ./lab test" + (quick ? " --quick" : "")
                + (soak ? " --soak" : "") + (times ? " --times" : ""));
    }
}
