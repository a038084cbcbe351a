package kvlab.cluster;

import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Where the links of a cluster stand. A program that can be told another way to a member gets one from each node to each
 * other. Any other program knows its members by URL alone: one link stands in front of each node, at its URL.
 */
final class Wiring implements AutoCloseable {

    private final ClusterSpec spec;
    /** By the index of the node that dials, then of the one that is dialled. */
    private final Link[][] ways;

    private Links links;

    Wiring(ClusterSpec spec) {
        this.spec = spec;
        this.ways = new Link[spec.nodes()][spec.nodes()];
    }

    /** What is open when this fails is closed with the rest. */
    void open() throws IOException {
        if (!spec.links()) {
            return;
        }
        links = Links.start(Links.MOST_CONNECTIONS);
        for (int to = 0; to < spec.nodes(); to++) {
            Link front = spec.linksInFront() ? Link.open(links, spec.port(to), spec.ownPort(to)) : null;
            for (int from = 0; from < spec.nodes(); from++) {
                ways[from][to] = spec.linksInFront() || from == to ? front : Link.open(links, 0, spec.ownPort(to));
            }
        }
    }

    /** What a node is told: where to dial which member. */
    Map<String, String> via(int from) {
        Map<String, String> via = new LinkedHashMap<>();
        for (int to = 0; to < spec.nodes(); to++) {
            if (ways[from][to] != null && !spec.linksInFront()) {
                via.put(spec.urls().get(to), "127.0.0.1:" + ways[from][to].port());
            }
        }
        return via;
    }

    Link link(int from, int to) {
        if (!spec.links()) {
            throw new IllegalStateException("this cluster has no links: expected a ClusterSpec.withLinks()");
        }
        Link link = ways[from][to];
        if (link == null) {
            throw new IllegalArgumentException("node " + from + " has no link to itself");
        }
        return link;
    }

    List<Link> links() {
        return Stream.of(ways)
                .flatMap(Arrays::stream)
                .filter(Objects::nonNull)
                .distinct()
                .toList();
    }

    @Override
    public void close() {
        if (links != null) {
            links.close();
        }
    }
}
