package kvlab.cli;

import java.nio.file.Path;
import kvlab.cluster.Printable;
import kvlab.cluster.UsageException;
import kvlab.handin.KitCommit;
import kvlab.handout.Checkout;
import kvlab.handout.Git;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        separator = " ",
        name = "checkout",
        header = "Make a project of a stage, with its exercises left open for you.",
        footerHeading = "%nExample:%n",
        footer = {
            "  ./lab checkout 3-replication ~/my-stage3",
            "",
            "The folder is a Maven project that opens in IntelliJ and VS Code as it is.",
            "grade, run, bench, compare and knee take it wherever they take a stage, and",
            "build it themselves. docs/hand-outs.md tells more."
        })
final class CheckoutCommand extends LabCommand {

    @Parameters(paramLabel = "STAGE", description = "A stage of the kit, as 3-replication.")
    private String stage;

    @Parameters(paramLabel = "DIR", description = "Where to; a folder that is new or empty.")
    private Path folder;

    @Option(names = "--from-scratch", description = "Only a bare NodeFactory: all of the stage is yours.")
    private boolean fromScratch;

    @Option(names = "--solution", description = "The reference, with nothing left open.")
    private boolean solution;

    @Override
    public Integer call() throws Exception {
        if (fromScratch && solution) {
            throw UsageException.of("give one of --from-scratch and --solution");
        }
        Checkout.Content content = fromScratch
                ? Checkout.Content.SCRATCH
                : solution ? Checkout.Content.SOLUTION : Checkout.Content.EXERCISES;
        new Checkout(home(), KitCommit.of(home())).write(stage, content, folder);
        String problem = Git.commit(folder, stage + " as it was handed out");
        if (!problem.isEmpty()) {
            err().println("lab: there is no first commit: " + problem);
        }
        out().println(folder + ": " + stage + ", " + what(content));
        out().println("  README.md tells the task. Then:");
        String word = Printable.word(folder.toString());
        out().println("  ./lab grade " + word + " --watch");
        out().println("  ./lab hint " + word);
        return Lab.DONE;
    }

    private static String what(Checkout.Content content) {
        return switch (content) {
            case EXERCISES -> "its exercises are open";
            case SCRATCH -> "nothing of it is there yet";
            case SOLUTION -> "with nothing left open";
        };
    }
}
