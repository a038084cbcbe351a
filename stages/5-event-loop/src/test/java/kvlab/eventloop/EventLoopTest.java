package kvlab.eventloop;

import java.util.stream.Stream;
import kvlab.async.ServiceContract;
import kvlab.node.NodeFactory;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class EventLoopTest extends ServiceContract {

    @Override
    protected NodeFactory factory() {
        return new StageFactory();
    }

    @Override
    protected Stream<String> clients() {
        return Stream.of("store=base");
    }

    @Override
    protected Stream<String> promptClients() {
        return clients();
    }
}
