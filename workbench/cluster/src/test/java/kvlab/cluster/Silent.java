package kvlab.cluster;

/** For tests that look at the node itself. */
final class Silent implements NodeListener {

    @Override
    public void said(NodeProcess node, String line) {
        // One-nio may complain about what a test does.
    }

    @Override
    public void ended(NodeProcess node) {
        // The test ended it.
    }
}
