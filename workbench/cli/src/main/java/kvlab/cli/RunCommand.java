package kvlab.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import kvlab.cluster.Cluster;
import kvlab.cluster.ClusterSpec;
import kvlab.cluster.Folders;
import kvlab.cluster.NodeListener;
import kvlab.cluster.NodeProcess;
import kvlab.cluster.StageProgram;
import kvlab.cluster.Stages;
import kvlab.cluster.UsageException;
import kvlab.node.NodeFactory;
import kvlab.node.Setting;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        separator = " ",
        name = "run",
        header = "Start the nodes of a stage, follow their logs, stop them on Ctrl-C.",
        footerHeading = "%nExample:%n",
        footer = "  ./lab run 1-single-node --set store=tuned")
final class RunCommand extends LabCommand implements NodeListener {

    @Parameters(paramLabel = "STAGE", description = "A stage of the kit, as 1-single-node, or the folder of your own.")
    private String stage;

    @Option(names = "--nodes", paramLabel = "N", description = "How many (default: 1 of stage 1, 3 of a later one).")
    private Integer nodes;

    @Option(
            names = "--port",
            paramLabel = "P",
            description = "The first node's port; the others get the next ones (default: ${DEFAULT-VALUE}).")
    private int port = 8080;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "Keep the data there, in a folder for each port. Without it the data is gone in the end.")
    private Path data;

    @Option(
            names = "--set",
            paramLabel = "NAME=VALUE",
            description = "A setting of the stage, for every node; repeat it for another. They are listed below.")
    private List<String> settings = new ArrayList<>();

    @Override
    public Integer call() throws Exception {
        StageProgram program = program(stage);
        int count = nodes != null ? nodes : program.usualNodes().orElse(1);
        Path scratch = Scratch.folder(home(), "run");
        Path kept = data == null ? scratch.resolve("data") : data.toAbsolutePath();
        ClusterSpec cluster = new ClusterSpec(program, count, port, kept, settings, ClusterSpec.DEFAULT_HEAP);
        try (Cluster running = Cluster.start(cluster, scratch, this)) {
            out().print(Banner.text(cluster, data != null));
            out().flush();
            running.awaitEnd();
            if (running.nodes().stream().allMatch(node -> node.process().exit().isStop())) {
                return Lab.DONE;
            }
        } finally {
            // The cluster does so when it has been there.
            Folders.remove(scratch);
        }
        err().println("lab: no node is left");
        return Lab.FAILURE;
    }

    /** The settings of every stage of the kit, as its factory describes them. */
    static String settings(Path home) {
        StringBuilder text = new StringBuilder("\nSettings, the default first:\n");
        Stages stages = new Stages(home);
        try {
            for (String name : stages.names()) {
                text.append("  ").append(name).append('\n');
                String factory = stages.find(name).factory();
                NodeFactory made = Class.forName(factory)
                        .asSubclass(NodeFactory.class)
                        .getConstructor()
                        .newInstance();
                for (Setting setting : made.settings()) {
                    text.append(String.format("    --set %s%n        %s%n", setting, setting.purpose()));
                }
            }
        } catch (ReflectiveOperationException | IOException | UsageException e) {
            text.append("  (cannot be listed: ").append(e.getMessage()).append(")\n");
        }
        return text.toString();
    }

    @Override
    public void said(NodeProcess node, String line) {
        out().println(node.port() + " | " + line);
    }

    @Override
    public void ended(NodeProcess node) {
        String why = node.exit().isStop() || node.lastLines().isEmpty()
                ? ""
                : "; its last line: " + node.lastLines().get(node.lastLines().size() - 1);
        err().println("lab: node " + node.port() + " " + node.exit() + why);
    }
}
