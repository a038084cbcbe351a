package kvlab.sharding;

import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Map;
import kvlab.node.NodeConfig;

/**
 * Who is in the cluster. A member is named by its URL; where it is dialled may be another address.
 *
 * @param members in one order on every node, however its command line lists them
 */
public record Topology(List<String> members, String self, Map<String, String> via) {

    public Topology {
        members = members.stream().sorted().toList();
        via = Map.copyOf(via);
    }

    public static Topology of(NodeConfig config) {
        return new Topology(config.cluster(), config.self(), config.via());
    }

    public List<String> peers() {
        return members.stream().filter(member -> !member.equals(self)).toList();
    }

    public InetSocketAddress address(String member) {
        URI uri = URI.create(via.containsKey(member) ? "http://" + via.get(member) : member);
        return new InetSocketAddress(uri.getHost(), uri.getPort());
    }
}
