package kvlab.cli;

import kvlab.handout.StageDiff;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        separator = " ",
        name = "diff",
        header = "Show what a stage adds: each file as new, or beside its namesake.",
        footerHeading = "%nExample:%n",
        footer = {
            "  ./lab diff 1-single-node --stat",
            "",
            "The namesake of a file is the one of the same name in the latest earlier stage",
            "that has one. StageNode comes first, since it wires the rest together; then the",
            "files with a namesake, then the new ones, by name. For a pager:",
            "  ./lab diff 1-single-node | less"
        })
final class DiffCommand extends LabCommand {

    @Parameters(paramLabel = "STAGE", description = "A stage of the kit, as 1-single-node.")
    private String stage;

    @Option(names = "--stat", description = "Only a table: the files, their namesakes, lines that came and went.")
    private boolean stat;

    @Override
    public Integer call() throws Exception {
        StageDiff diff = StageDiff.of(home(), stage);
        out().print(stat ? diff.table() : diff.text(colour()));
        out().flush();
        return Lab.DONE;
    }
}
