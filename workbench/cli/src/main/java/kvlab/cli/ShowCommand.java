package kvlab.cli;

import kvlab.bench.Run;
import kvlab.bench.RunFolder;
import kvlab.bench.RunText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        separator = " ",
        name = "show",
        header = "Tell what a run came to, and what is wrong with it.",
        footerHeading = "%nExample:%n",
        footer = "  ./lab show last")
final class ShowCommand extends LabCommand {

    @Parameters(paramLabel = "RUN", description = "The beginning of its name, as ./lab runs tells it; or last.")
    private String named;

    @Option(names = "--json", description = "All of it as JSON.")
    private boolean json;

    @Override
    public Integer call() throws Exception {
        RunFolder folder = RunFolder.find(Lab.home(), named);
        Run run = folder.read();
        out().print(json ? run.json() : RunText.of(run) + "  " + Lab.home().relativize(folder.path()) + "\n");
        out().flush();
        return Lab.DONE;
    }
}
