package kvlab.cli;

import java.nio.file.Path;
import kvlab.bench.ProfileDelta;
import kvlab.bench.RunFolder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        separator = " ",
        name = "flames",
        header = "Show what a request takes in one profiled run more than in another.",
        footerHeading = "%nExample:%n",
        footer = {
            "  ./lab flames 20261121-1 last",
            "",
            "It tells what moved, for one request, and draws each event twice: what B takes",
            "more than A, and what A takes more than B. docs/profiles.md tells more."
        })
final class FlamesCommand extends LabCommand {

    @Parameters(paramLabel = "A", index = "0", description = "A run, by the beginning of its name.")
    private String first;

    @Parameters(paramLabel = "B", index = "1", description = "Another one; or last.")
    private String second;

    @Option(names = "--out", paramLabel = "DIR", description = "Where to draw (default: in profiles/flames).")
    private Path folder;

    @Override
    public Integer call() throws Exception {
        RunFolder a = RunFolder.find(Lab.home(), first);
        RunFolder b = RunFolder.find(Lab.home(), second);
        out().print(ProfileDelta.of(a, b).text());
        out().flush();
        Path where = folder == null ? Lab.home().resolve("profiles/flames/" + a.id() + "--" + b.id()) : folder;
        for (Path file : ProfileDelta.drawFlames(a, b, where)) {
            err().println("lab: wrote " + file);
        }
        return Lab.DONE;
    }
}
