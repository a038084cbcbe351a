package kvlab.async;

import java.util.stream.Stream;
import kvlab.node.NodeConfig;
import kvlab.node.NodeFactory;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class TransportTest extends TransportContract {

    @Override
    protected NodeFactory factory() {
        return new StageFactory();
    }

    @Override
    protected Client client(NodeConfig config) {
        return Client.of(config);
    }

    @Override
    protected Stream<String> clients() {
        return AsyncTest.possible();
    }
}
