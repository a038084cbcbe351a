package kvlab.cluster;

import java.util.List;

/** Another program whose nodes are started in another way, or elsewhere; all else of it is as it was. */
public interface WrappedProgram extends NodeProgram {

    NodeProgram program();

    @Override
    default String name() {
        return program().name();
    }

    @Override
    default boolean understandsVia() {
        return program().understandsVia();
    }

    @Override
    default List<String> command(NodeSpec node) {
        return program().command(node);
    }
}
