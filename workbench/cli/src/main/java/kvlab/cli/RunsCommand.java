package kvlab.cli;

import java.util.List;
import kvlab.bench.RunFolder;
import picocli.CommandLine.Command;

@Command(
        separator = " ",
        name = "runs",
        header = "List what was measured, the newest first.",
        footerHeading = "%nExample:%n",
        footer = {
            "  ./lab runs",
            "",
            "Each run is a folder of profiles/runs, and so is each comparison and each knee;",
            "docs/runs.md tells what is in it. To forget one, remove its folder."
        })
final class RunsCommand extends LabCommand {

    @Override
    public Integer call() throws Exception {
        List<RunFolder> folders = RunFolder.list(Lab.home());
        for (RunFolder folder : folders) {
            out().print(folder.line());
        }
        if (folders.isEmpty()) {
            err().println("lab: there is no run yet; ./lab bench makes one");
        }
        out().flush();
        return Lab.DONE;
    }
}
