package kvlab.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import kvlab.bench.load.Scale;
import kvlab.cluster.UsageException;
import kvlab.kernel.Environment;
import kvlab.kernel.Jupyter;
import kvlab.kernel.NotebookFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        separator = " ",
        name = "notebook",
        header = "Open the notebooks of the labs, or run one and make a report of it.",
        footerHeading = "%nExample:%n",
        footer = {
            "  ./lab notebook",
            "  ./lab notebook 3-replication --execute --scale standard --param nodes=5",
            "",
            "The first time it sets up JupyterLab and the Java kernel in .kvlab/notebook,",
            "for which it needs python3 and a network. --execute writes the notebook, as it",
            "was run, and a page for a browser to profiles/runs. --check compares figures",
            "cited as [12.4 ms](run:ID#/json/pointer) with the runs; --execute does so, too.",
            "Exit code 1: a cell failed, or a cited figure is another one.",
            "docs/notebooks.md tells more."
        })
final class NotebookCommand extends LabCommand {

    @Parameters(paramLabel = "NAME", arity = "0..1", description = "As 3-replication, or a file (default: all).")
    private String named;

    @Option(names = "--execute", description = "Run it without a browser.")
    private boolean execute;

    @Option(names = "--check", description = "Only compare the figures that it cites with the runs.")
    private boolean check;

    @Option(names = "--scale", paramLabel = "S", description = "How long each load takes, as in ./lab bench.")
    private String scale;

    @Option(names = "--param", paramLabel = "NAME=VALUE", description = "Of the notebook's first cell.")
    private List<String> parameters = new ArrayList<>();

    @Option(names = "--target", paramLabel = "URL", description = "Where the nodes run, as in ./lab bench.")
    private String target;

    @Override
    public Integer call() throws Exception {
        Map<String, String> values = values();
        if (!execute && !values.isEmpty()) {
            throw UsageException.of("--scale, --param and --target are for --execute; in JupyterLab, change the cell of"
                    + " the parameters");
        }
        if ((execute || check) && named == null) {
            throw UsageException.of((execute ? "--execute" : "--check") + ": name the notebook, as 3-replication");
        }
        if (execute && check) {
            throw UsageException.of("give one of --execute, which checks too, and --check");
        }
        NotebookFile notebook =
                named == null ? null : NotebookFile.find(home(), named).with(values);
        if (check) {
            return check(notebook);
        }
        Jupyter jupyter = new Jupyter(home(), environment());
        if (!execute) {
            return jupyter.open(notebook);
        }
        Jupyter.Executed executed = jupyter.execute(notebook);
        out().println(home().relativize(executed.folder()));
        return executed.exitCode() == Lab.DONE ? check(notebook) : executed.exitCode();
    }

    private int check(NotebookFile notebook) throws IOException {
        List<String> wrong = notebook.wrongClaims(home());
        wrong.forEach(each -> err().println("lab: " + each));
        return wrong.isEmpty() ? Lab.DONE : Lab.NO;
    }

    private Environment environment() throws Exception {
        try (LiveLine live = new LiveLine(err())) {
            return Environment.ready(home(), new Environment.Progress() {
                @Override
                public void begins(String what) {
                    err().println("lab: " + what);
                }

                @Override
                public void goesOn(String what) {
                    live.show("  " + what);
                }
            });
        }
    }

    private Map<String, String> values() throws UsageException {
        Map<String, String> values = new LinkedHashMap<>();
        if (scale != null) {
            values.put("scale", scale);
        }
        if (target != null) {
            values.put("target", target);
        }
        for (String parameter : parameters) {
            int equals = parameter.indexOf('=');
            if (equals < 1) {
                throw UsageException.of("--param " + parameter + ": expected NAME=VALUE, as nodes=5");
            }
            values.put(parameter.substring(0, equals), parameter.substring(equals + 1));
        }
        if (values.containsKey("scale")) {
            Scale.of(values.get("scale"));
        }
        return values;
    }
}
