package kvlab.single;

import java.io.IOException;
import java.util.List;
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
 * How fast could stage 1 be? This node is one-nio as it comes, its own session too, and answers every request with the
 * same 64 bytes. What a stage loses against it is what the stage's own work costs; the rest is HTTP, the kernel and the
 * load.
 */
public final class HttpCeiling implements NodeFactory {

    private static final byte[] CONSTANT = new byte[64];

    @Override
    public List<Setting> settings() {
        return List.of();
    }

    @Override
    public Node create(NodeConfig config) {
        return new ConstantNode(config);
    }

    private static final class ConstantNode implements Node {

        private final NodeConfig config;
        private HttpServer server;

        ConstantNode(NodeConfig config) {
            this.config = config;
        }

        @Override
        public synchronized void start() throws IOException {
            AcceptorConfig acceptor = new AcceptorConfig();
            acceptor.address = config.bind();
            acceptor.port = config.port();
            HttpServerConfig settings = new HttpServerConfig();
            settings.acceptors = new AcceptorConfig[] {acceptor};
            settings.selectors = Runtime.getRuntime().availableProcessors();
            settings.closeSessions = true;
            server = new ConstantServer(settings);
            server.start();
        }

        @Override
        public synchronized void stop() {
            if (server != null) {
                server.stop();
                server = null;
            }
        }
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
