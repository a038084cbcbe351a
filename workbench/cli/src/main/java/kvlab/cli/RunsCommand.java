package kvlab.cli;

import java.io.IOException;
import java.util.List;
import kvlab.bench.kept.RunFolder;
import kvlab.bench.page.FolderText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        separator = " ",
        name = "runs",
        header = "List what was measured, the newest first.",
        footerHeading = "%nExample:%n",
        footer = {
            "  ./lab runs",
            "",
            "Each run is a folder of profiles/runs, and so is each comparison;",
            "docs/runs.md tells what is in it. To forget one, remove its folder. Those that",
            "came with the kit stand below, in profiles/reference."
        })
final class RunsCommand extends LabCommand {

    @Option(names = "--reference", description = "Only those that came with the kit, with each of their runs.")
    private boolean reference;

    @Override
    public Integer call() throws Exception {
        List<RunFolder> own = reference ? List.of() : RunFolder.list(home());
        List<RunFolder> recorded = RunFolder.reference(home());
        print(own);
        if (own.isEmpty() && !reference) {
            err().println("lab: there is no run yet; ./lab bench makes one");
        }
        if (recorded.isEmpty() && reference) {
            err().println("lab: no run came with this kit; ./lab record makes them");
        }
        if (!reference && !recorded.isEmpty()) {
            out().print((own.isEmpty() ? "" : "\n") + "Recorded with the kit; --reference lists their runs, too:\n\n");
        }
        print(recorded.stream().filter(each -> reference || isWhole(each)).toList());
        out().flush();
        return Lab.DONE;
    }

    /** LAB/NAME, and not LAB/NAME/a1, which is a run of a comparison. */
    private static boolean isWhole(RunFolder folder) {
        return folder.id().split("/").length == 2;
    }

    private void print(List<RunFolder> folders) {
        for (RunFolder folder : folders) {
            try {
                out().print(FolderText.line(folder));
            } catch (IOException e) {
                err().println("lab: " + e.getMessage());
            }
        }
    }
}
