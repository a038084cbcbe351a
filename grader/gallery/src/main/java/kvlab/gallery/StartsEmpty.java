package kvlab.gallery;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import kvlab.node.Node;
import kvlab.node.NodeConfig;

/** Whatever was there before is removed at the start. */
final class StartsEmpty implements Node {

    private final Path data;
    private final Node right;

    StartsEmpty(NodeConfig config) {
        data = config.data();
        right = GalleryNode.reference(config);
    }

    @Override
    public void start() throws IOException {
        if (Files.exists(data)) {
            try (Stream<Path> files = Files.walk(data)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
        right.start();
    }

    @Override
    public void stop() {
        right.stop();
    }
}
