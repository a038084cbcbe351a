package kvlab.ceiling;

import java.io.IOException;
import java.util.List;
import kvlab.node.ComposedNode;
import kvlab.node.Node;
import kvlab.node.NodeConfig;
import kvlab.node.NodeFactory;
import kvlab.node.Setting;
import one.nio.http.HttpServer;
import one.nio.http.HttpServerConfig;
import one.nio.http.HttpSession;
import one.nio.http.Request;
import one.nio.http.Response;
import one.nio.server.AcceptorConfig;

/**
 * How fast could a stage be? This node is one-nio alone, with its own session, and answers every request with the same 64
 * bytes. The difference between this node and a stage is the cost of the stage's own work. The rest is HTTP, the kernel and
 * the load.
 */
public final class HttpCeiling implements NodeFactory {

    private static final byte[] CONSTANT = new byte[64];

    @Override
    public List<Setting> settings() {
        return List.of();
    }

    @Override
    public Node create(NodeConfig config) {
        return new ComposedNode() {
            @Override
            protected void open() throws IOException {
                AcceptorConfig acceptor = new AcceptorConfig();
                acceptor.address = config.bind();
                acceptor.port = config.port();
                HttpServerConfig settings = new HttpServerConfig();
                settings.acceptors = new AcceptorConfig[] {acceptor};
                settings.selectors = Runtime.getRuntime().availableProcessors();
                settings.closeSessions = true;
                HttpServer server = new ConstantServer(settings);
                keep(server::stop);
                server.start();
            }
        };
    }

    private static final class ConstantServer extends HttpServer {

        ConstantServer(HttpServerConfig config) throws IOException {
            super(config);
        }

        @Override
        public void handleRequest(Request request, HttpSession session) throws IOException {
            session.sendResponse(Response.ok(CONSTANT));
        }
    }
}
