package kvlab.gallery;

import kvlab.cluster.NodeListener;
import kvlab.cluster.NodeProcess;

/** What nodes say is told when one has died. */
final class Unheard implements NodeListener {

    @Override
    public void said(NodeProcess node, String line) {
        // Kept by the node itself.
    }

    @Override
    public void ended(NodeProcess node) {
        // Seen in the end.
    }
}
