package kvlab.cli;

import java.nio.file.Path;
import kvlab.bench.RunFolder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        separator = " ",
        name = "show",
        header = "Tell what a run or a comparison came to, and what is wrong with it.",
        footerHeading = "%nExample:%n",
        footer = "  ./lab show last")
final class ShowCommand extends LabCommand {

    private static final Path STDOUT = Path.of("-");

    @Parameters(paramLabel = "RUN", description = "The beginning of its name, as ./lab runs tells it; or last.")
    private String named;

    @Option(names = "--json", description = "All of it as JSON.")
    private boolean json;

    @Override
    public Integer call() throws Exception {
        RunFolder folder = RunFolder.find(Lab.home(), named);
        tell(folder, json ? STDOUT : null);
        return Lab.DONE;
    }
}
