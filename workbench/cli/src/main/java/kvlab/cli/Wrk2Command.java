package kvlab.cli;

import java.util.ArrayList;
import java.util.List;
import kvlab.cluster.UsageException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The script starts it itself: it is a program of its own, with its own JVM and options. Here it is for the help. */
@Command(
        separator = " ",
        name = "wrk2",
        header = "Load a server at a constant rate: the kit's drop-in for wrk2.",
        footerHeading = "%nExample:%n",
        footer = {"  ./lab wrk2 -t2 -c64 -d30s -R10000 -L http://127.0.0.1:8080/", ""})
final class Wrk2Command extends LabCommand {

    @Parameters(hidden = true)
    private List<String> arguments = new ArrayList<>();

    @Override
    public Integer call() throws UsageException {
        throw UsageException.of("wrk2 is started by the script: ./lab wrk2 " + String.join(" ", arguments));
    }
}
