package kvlab.gallery;

import java.util.Set;
import java.util.TreeSet;
import kvlab.node.Node;
import kvlab.node.NodeConfig;

/**
 * A node that is right but for one thing.
 *
 * @param wrong what, in words
 * @param endsItsJvm or cannot be ended without it: such a node needs a process of its own
 * @param checks those that must fail; no other may
 */
record BrokenNode(String name, String wrong, Maker maker, boolean endsItsJvm, Set<String> checks) {

    interface Maker {
        Node make(NodeConfig config);
    }

    static BrokenNode of(String name, String wrong, Maker maker, String... checks) {
        return new BrokenNode(name, wrong, maker, false, new TreeSet<>(Set.of(checks)));
    }

    BrokenNode endingItsJvm() {
        return new BrokenNode(name, wrong, maker, true, checks);
    }
}
