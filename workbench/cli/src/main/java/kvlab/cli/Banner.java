package kvlab.cli;

import java.nio.file.Path;
import kvlab.cluster.ClusterSpec;

/** What somebody sees once the nodes serve: where they are, and what to try. */
final class Banner {

    private Banner() {}

    static String text(ClusterSpec cluster, boolean keepsData) {
        StringBuilder text = new StringBuilder("\n");
        text.append(cluster.program().name())
                .append(cluster.nodes() == 1 ? ": one node" : ": " + cluster.nodes() + " nodes")
                .append(" with a heap of ")
                .append(cluster.heap().replaceFirst("m$", " MiB"))
                .append(cluster.nodes() == 1 ? "" : " each")
                .append(cluster.settings().isEmpty() ? "" : ", " + String.join(", ", cluster.settings()))
                .append("\n\n");
        for (String url : cluster.urls()) {
            text.append("  ").append(url).append('\n');
        }
        String entity = cluster.urls().get(0) + "/v0/entity?id=hello";
        text.append("\nTry, in another terminal:\n\n")
                .append("  curl -i -X PUT '" + entity + "' -d world\n")
                .append("  curl -i '" + entity + "'\n")
                .append("  curl -i -X DELETE '" + entity + "'\n\n")
                .append(data(cluster.data(), keepsData))
                .append("Ctrl-C stops ")
                .append(cluster.nodes() == 1 ? "it.\n\n" : "them all.\n\n");
        return text.toString();
    }

    private static String data(Path data, boolean keepsData) {
        return keepsData
                ? "The data is kept in " + data + ".\n"
                : "The data goes when the nodes do; --data DIR keeps it.\n";
    }
}
