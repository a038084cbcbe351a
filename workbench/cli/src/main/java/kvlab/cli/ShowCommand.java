package kvlab.cli;

import java.nio.file.Path;
import kvlab.bench.kept.RunFolder;
import kvlab.cluster.UsageException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        separator = " ",
        name = "show",
        header = "Tell what a run or a comparison came to, and what is wrong with it.",
        footerHeading = "%nExample:%n",
        footer = {"  ./lab show last", "  ./lab show last --wrk2"})
final class ShowCommand extends LabCommand {

    private static final Path STDOUT = Path.of("-");

    @Parameters(paramLabel = "RUN", description = "The beginning of its name, as ./lab runs tells it; or last.")
    private String named;

    @Option(names = "--json", description = "All of it as JSON.")
    private boolean json;

    @Option(names = "--wrk2", description = "What wrk2 printed of a run, and how to read it.")
    private boolean wrk2;

    @Override
    public Integer call() throws Exception {
        if (json && wrk2) {
            throw UsageException.of("give one of --json and --wrk2");
        }
        RunFolder folder = RunFolder.find(home(), named);
        if (wrk2) {
            out().print(folder.wrk2());
            out().flush();
            return Lab.DONE;
        }
        tell(folder, json ? STDOUT : null);
        return Lab.DONE;
    }
}
