package kvlab.cluster;

import java.util.List;

/** A node that did not start, and what it said. */
public final class NodeFailure extends Exception {

    private static final long serialVersionUID = 1L;

    private static final int USAGE = 64;

    private final boolean usage;

    private NodeFailure(String message, boolean usage) {
        super(message);
        this.usage = usage;
    }

    static NodeFailure exited(NodeProcess node) {
        List<String> said = node.lastLines();
        String reason = said.isEmpty() ? "it said nothing" : String.join("\n  ", said);
        boolean usage = node.exit().code() == USAGE;
        if (usage || said.size() == 1) {
            // The node's own sentence is all that anybody needs.
            return new NodeFailure(reason.replaceFirst("^node: ", ""), usage);
        }
        return new NodeFailure("node " + node.port() + " did not start, it " + node.exit() + ":\n  " + reason, false);
    }

    static NodeFailure notReady(NodeProcess node, long seconds) {
        List<String> said = node.lastLines();
        return new NodeFailure(
                "node " + node.port() + " was not ready after " + seconds + " s; it said "
                        + (said.isEmpty() ? "nothing" : "'" + said.get(said.size() - 1) + "'"),
                false);
    }

    static NodeFailure portTaken(int port, Box box) {
        String where = box == Box.HERE ? "" : " on " + box.name();
        return new NodeFailure(
                "port " + port + " is taken by another program" + where + "; choose others with --port", false);
    }

    static NodeFailure machine(String message) {
        return new NodeFailure(message, false);
    }

    /** The node refused its command line, rather than failing at its work. */
    public boolean isUsage() {
        return usage;
    }
}
