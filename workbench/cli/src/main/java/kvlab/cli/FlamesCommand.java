package kvlab.cli;

import java.nio.file.Path;
import java.util.List;
import kvlab.bench.kept.RunFolder;
import kvlab.bench.page.FlamePages;
import kvlab.bench.page.ProfileDelta;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        separator = " ",
        name = "flames",
        header = "Draw a profiled run, or what one takes more than another.",
        footerHeading = "%nExample:%n",
        footer = {
            "  ./lab flames 20261121-1 last",
            "",
            "It tells what moved, for one request, and draws each event twice: what B takes",
            "more than A, and what A takes more than B. Of one run alone it draws the flame",
            "graphs anew, from its stacks. docs/profiles.md tells more."
        })
final class FlamesCommand extends LabCommand {

    @Parameters(paramLabel = "A", index = "0", description = "A run, by the beginning of its name.")
    private String first;

    @Parameters(paramLabel = "B", index = "1", arity = "0..1", description = "Another one; or last.")
    private String second;

    @Option(names = "--out", paramLabel = "DIR", description = "Where to draw (default: in profiles/flames).")
    private Path folder;

    @Override
    public Integer call() throws Exception {
        RunFolder a = RunFolder.find(home(), first);
        for (Path file : second == null ? draw(a) : draw(a, RunFolder.find(home(), second))) {
            err().println("lab: wrote " + file);
        }
        return Lab.DONE;
    }

    private List<Path> draw(RunFolder run) throws Exception {
        return FlamePages.draw(run, folder(run.fileName()));
    }

    private List<Path> draw(RunFolder a, RunFolder b) throws Exception {
        out().print(ProfileDelta.of(a, b).text());
        out().flush();
        return ProfileDelta.drawFlames(a, b, folder(a.fileName() + "--" + b.fileName()));
    }

    private Path folder(String name) {
        return folder == null ? home().resolve("profiles/flames/" + name) : folder;
    }
}
