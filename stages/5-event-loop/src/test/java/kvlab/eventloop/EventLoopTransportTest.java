package kvlab.eventloop;

import java.util.stream.Stream;
import kvlab.async.Client;
import kvlab.async.TransportContract;
import kvlab.node.NodeConfig;
import kvlab.node.NodeFactory;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class EventLoopTransportTest extends TransportContract {

    @Override
    protected NodeFactory factory() {
        return new StageFactory();
    }

    @Override
    protected Client client(NodeConfig config) {
        return new EventLoopClient();
    }

    @Override
    protected Stream<String> clients() {
        return Stream.of("store=base");
    }
}
