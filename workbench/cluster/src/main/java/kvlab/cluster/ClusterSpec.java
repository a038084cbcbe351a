package kvlab.cluster;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * What to start.
 *
 * @param data where each node gets a directory named after the port of its URL
 * @param settings name=value, given to every node
 * @param links whether what flows between the nodes can be disturbed
 * @param members what the nodes are told as {@code --cluster}; empty for the nodes in their order
 * @param turned whether every second node is told the members in reverse
 */
public record ClusterSpec(
        NodeProgram program,
        int nodes,
        int firstPort,
        Path data,
        List<String> settings,
        String heap,
        boolean links,
        List<String> members,
        boolean turned) {

    public static final String DEFAULT_HEAP = "128m";

    private static final int LAST_PORT = 65535;

    public ClusterSpec {
        settings = List.copyOf(settings);
        members = List.copyOf(members);
    }

    /** Nodes that talk to each other directly, and to nobody else. */
    public ClusterSpec(NodeProgram program, int nodes, int firstPort, Path data, List<String> settings, String heap) {
        this(program, nodes, firstPort, data, settings, heap, false, List.of(), false);
    }

    /**
     * With links between the nodes. In front of a program that cannot be told another way to a member, a link takes the port
     * of the node's URL: the nodes then listen on as many ports after the last URL's.
     */
    public ClusterSpec withLinks() {
        return new ClusterSpec(program, nodes, firstPort, data, settings, heap, true, members, turned);
    }

    /**
     * With these members, in this order: the nodes' own {@link #urls} and any number of strangers, which the cluster does
     * not start, nor put a link in front of.
     */
    public ClusterSpec withMembers(List<String> urls) {
        return new ClusterSpec(program, nodes, firstPort, data, settings, heap, links, urls, turned);
    }

    /** Every second node is told the members in reverse, as by a person who types each command line anew. */
    public ClusterSpec withTurnedMembers() {
        return new ClusterSpec(program, nodes, firstPort, data, settings, heap, links, members, true);
    }

    /** The same of another program. */
    public ClusterSpec of(NodeProgram other) {
        return new ClusterSpec(other, nodes, firstPort, data, settings, heap, links, members, turned);
    }

    /** Its first node, which is told that the others are there, too. */
    public ClusterSpec firstNode() {
        return new ClusterSpec(program, 1, firstPort, data, settings, heap, links, cluster(), turned);
    }

    public void validate() throws UsageException {
        if (nodes < 1 || nodes > 64) {
            throw UsageException.of("--nodes " + nodes + ": expected a number from 1 to 64");
        }
        int last = LAST_PORT - listeningPorts().size() + 1;
        if (firstPort < 1 || firstPort > last) {
            throw UsageException.of("--port " + firstPort + ": expected a number from 1 to " + last);
        }
        Set<String> missing = new HashSet<>(urls());
        cluster().forEach(missing::remove);
        if (!missing.isEmpty()) {
            throw UsageException.of("the members " + String.join(",", members) + " are not all: expected "
                    + String.join(",", urls()) + " among them");
        }
    }

    /** Of the nodes' URLs. */
    public List<Integer> ports() {
        return range(nodes);
    }

    /** Of the nodes: what the members call them, wherever they listen. */
    public List<String> urls() {
        return ports().stream()
                .map(port -> NodeSpec.url(program.address(), port))
                .toList();
    }

    List<Integer> listeningPorts() {
        return range(linksInFront() ? 2 * nodes : nodes);
    }

    private List<Integer> range(int count) {
        return IntStream.range(firstPort, firstPort + count).boxed().toList();
    }

    boolean linksInFront() {
        return links && !program.understandsVia();
    }

    int port(int index) {
        return firstPort + index;
    }

    int ownPort(int index) {
        return linksInFront() ? port(nodes + index) : port(index);
    }

    private List<String> cluster() {
        return members.isEmpty() ? urls() : members;
    }

    NodeSpec node(int index, Path scratch, Map<String, String> via) {
        String name = Integer.toString(port(index));
        List<String> told = new ArrayList<>(cluster());
        if (turned && index % 2 != 0) {
            Collections.reverse(told);
        }
        return new NodeSpec(
                program.address(),
                ownPort(index),
                urls().get(index),
                data.resolve(name),
                scratch.resolve("tmp-" + name),
                told,
                via,
                settings,
                heap);
    }
}
