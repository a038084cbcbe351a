package kvlab.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import kvlab.bench.machine.Doctor;
import kvlab.cluster.Folders;
import kvlab.cluster.UsageException;
import kvlab.handin.Submission;
import kvlab.handout.Project;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        separator = " ",
        name = "submit",
        header = "Put your code, its grade and your report into one zip.",
        footerHeading = "%nExample:%n",
        footer = {
            "  ./lab submit ~/my-stage3 --name \"Anna Schmidt\"",
            "",
            "It first says what an instructor would send back. The zip is written all the",
            "same, and says so too; the exit code is then 1. docs/hand-ins.md tells more."
        })
final class SubmitCommand extends LabCommand {

    @Parameters(
            paramLabel = "DIR",
            arity = "0..1",
            description = "Your project, as ./lab checkout made it (default: the current folder).")
    private Path folder = Path.of("");

    @Option(names = "--name", paramLabel = "N", required = true, description = "Yours.")
    private String name;

    @Option(
            names = "--notebook",
            paramLabel = "FILE",
            description = "The executed notebook (default: the newest of the stage's lab in profiles/runs).")
    private Path notebook;

    @Option(names = "--output", paramLabel = "FILE", description = "The zip (default: NAME-STAGE.zip, here).")
    private Path output;

    @Option(names = "--force", description = "Write over a file that is there.")
    private boolean force;

    @Option(names = "--dry-run", description = "Only say what an instructor would send back.")
    private boolean dryRun;

    @Override
    public Integer call() throws Exception {
        Submission submission = Submission.of(home(), Project.at(folder.toAbsolutePath()), name, notebook);
        Path zip = output == null ? Path.of(submission.fileName()) : output;
        if (Files.exists(zip) && !force && !dryRun) {
            throw UsageException.of(zip + " is there already; give --force to write over it, or another --output");
        }
        submission.findings().forEach(finding -> out().println(finding.text()));
        out().flush();
        if (!dryRun) {
            Path scratch = Scratch.folder(home(), "submit");
            try {
                submission.write(zip, scratch, Doctor.examine(home()).machineTable(), Instant.now());
            } finally {
                Folders.remove(scratch);
            }
            err().println("lab: " + submission.summary());
            err().println("lab: wrote " + zip);
        }
        return submission.findings().isEmpty() ? Lab.DONE : Lab.NO;
    }
}
