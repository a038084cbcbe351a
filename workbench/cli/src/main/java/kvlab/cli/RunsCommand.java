package kvlab.cli;

import java.util.List;
import kvlab.bench.Run;
import kvlab.bench.RunFolder;
import kvlab.bench.RunText;
import picocli.CommandLine.Command;

@Command(
        separator = " ",
        name = "runs",
        header = "List what was measured, the newest first.",
        footerHeading = "%nExample:%n",
        footer = {
            "  ./lab runs",
            "",
            "Each run is a folder of profiles/runs; docs/runs.md tells what is in it. To",
            "forget one, remove its folder."
        })
final class RunsCommand extends LabCommand {

    @Override
    public Integer call() throws Exception {
        List<Run> runs = RunFolder.all(Lab.home());
        runs.forEach(run -> out().print(RunText.line(run)));
        if (runs.isEmpty()) {
            err().println("lab: there is no run yet; ./lab bench makes one");
        }
        out().flush();
        return Lab.DONE;
    }
}
