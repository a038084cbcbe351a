package kvlab.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import kvlab.cluster.Printable;
import kvlab.cluster.UsageException;
import kvlab.handout.GradeFile;
import kvlab.handout.Hints;
import kvlab.handout.Project;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
        separator = " ",
        name = "hint",
        header = "Give the next hint for a check that failed in your last grade.",
        footerHeading = "%nExample:%n",
        footer = {
            "  ./lab hint latePut ~/my-stage3",
            "",
            "Without a check it is the first that failed; without a folder, the project",
            "around the one that you are in. Each time the hint is a little stronger.",
            "",
            "Exit code 0: a hint, or nothing failed, 1: there are no more hints, 2: the last",
            "grade came to nothing, as of a node that does not start."
        })
final class HintCommand extends LabCommand {

    private static final int WIDTH = 80;

    @Parameters(paramLabel = "CHECK|DIR", arity = "0..2", description = "A check of the last grade; your project.")
    private List<String> words = new ArrayList<>();

    @Override
    public Integer call() throws Exception {
        List<String> rest = new ArrayList<>(words);
        Path folder = rest.isEmpty() || !Project.isAt(Path.of(rest.get(rest.size() - 1)))
                ? Project.around(Path.of(""))
                : Path.of(rest.remove(rest.size() - 1));
        if (rest.size() > 1) {
            throw UsageException.of(rest.get(1) + " is no project of ./lab checkout: " + Project.FILE + " is missing");
        }
        if (folder == null) {
            throw UsageException.of("name the folder of your project, or go there: " + Project.FILE
                    + " is missing here and in every folder above");
        }
        Project project = Project.at(folder);
        GradeFile last = new GradeFile(project);
        String none = last.none();
        if (none != null && (rest.isEmpty() || last.checks().isEmpty())) {
            err().println("lab: the last grade came to nothing: " + Printable.text(none));
            return Lab.UNDECIDED;
        }
        Hints.Next next = new Hints(home(), project).next(rest.isEmpty() ? null : rest.get(0));
        if (next.check() == null) {
            out().println("nothing failed in the last grade");
            return Lab.DONE;
        }
        GradeFile.Check check = next.check();
        out().println(check.id() + " (" + check.rule() + "): " + check.name());
        if (!next.methods().isEmpty()) {
            print((next.step() == 0 ? "exercises: " : "step " + next.step() + ": ")
                    + String.join(", ", next.methods()));
        }
        if (next.hint() != null) {
            print("hint " + next.number() + " of " + next.all() + ": " + next.hint());
            return Lab.DONE;
        }
        print((next.all() == 0 ? "there is no hint for " + check.rule() : "there are no more hints")
                + "; docs/protocol.md has all rules");
        return Lab.NO;
    }

    /** Whole words, indented, no line longer than a terminal. */
    private void print(String text) {
        StringBuilder line = new StringBuilder(" ");
        for (String word : text.split(" ")) {
            if (line.length() + 1 + word.length() > WIDTH) {
                out().println(line);
                line = new StringBuilder(" ");
            }
            line.append(' ').append(word);
        }
        out().println(line);
    }
}
