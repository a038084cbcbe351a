package kvlab.cluster;

/** Hears of what nodes do by themselves. Called from a thread of the node's own. */
public interface NodeListener {

    /** Also what a node said before it was ready, once it is; a node that never is tells in a {@link NodeFailure}. */
    void said(NodeProcess node, String line);

    /** A node that was ready has ended, whoever wanted it. */
    void ended(NodeProcess node);
}
