package kvlab.gallery;

import java.util.List;
import java.util.stream.Stream;
import kvlab.node.Node;
import kvlab.node.NodeConfig;
import kvlab.node.NodeFactory;
import kvlab.node.Setting;

/** Makes the broken node that a setting names. */
public final class GalleryFactory implements NodeFactory {

    private static final String NOTHING = "nothing";

    @Override
    public List<Setting> settings() {
        List<String> names = Stream.concat(
                        Stream.of(NOTHING), Gallery.all().stream().map(BrokenNode::name))
                .toList();
        return List.of(new Setting("broken", names, "what is wrong with it"));
    }

    @Override
    public Node create(NodeConfig config) {
        String broken = config.setting("broken");
        return broken.equals(NOTHING)
                ? GalleryNode.reference(config)
                : Gallery.named(broken).maker().make(config);
    }
}
