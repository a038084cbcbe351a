package kvlab.grader;

import java.util.ArrayList;
import java.util.List;
import kvlab.cluster.NodeListener;
import kvlab.cluster.NodeProcess;

/** What all nodes of a grade wrote, for the page that shows it beside a failure. */
final class NodeLog implements NodeListener {

    private static final int KEPT = 200;

    private final List<String> lines = new ArrayList<>();

    @Override
    public synchronized void said(NodeProcess node, String line) {
        if (lines.size() < KEPT) {
            lines.add(node.port() + " | " + line);
        } else if (lines.size() == KEPT) {
            lines.add("(and more)");
        }
    }

    @Override
    public void ended(NodeProcess node) {
        said(node, "(" + node.exit() + ")");
    }

    /** What came since the last time. */
    synchronized List<String> take() {
        List<String> taken = List.copyOf(lines);
        lines.clear();
        return taken;
    }
}
