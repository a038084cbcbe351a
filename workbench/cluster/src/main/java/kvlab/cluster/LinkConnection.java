package kvlab.cluster;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/**
 * A connection through a link: a client, the node, and a pipe for each direction. When one side is gone, what it said
 * before is still carried, and then the other side sees the same.
 */
final class LinkConnection {

    private final Link link;
    private final SocketChannel client;
    private final SocketChannel node;
    private final SelectionKey clientKey;
    private final SelectionKey nodeKey;
    private final Pipe up;
    private final Pipe down;
    private boolean dialled;
    private boolean connected;
    private boolean closed;

    LinkConnection(Link link, Links links, SocketChannel client) throws IOException {
        this.link = link;
        this.client = client;
        client.setOption(StandardSocketOptions.TCP_NODELAY, true);
        clientKey = links.register(client, this::clientReady);
        node = SocketChannel.open();
        node.setOption(StandardSocketOptions.TCP_NODELAY, true);
        nodeKey = links.register(node, this::nodeReady);
        Runnable again = this::move;
        up = new Pipe(link, links, client, node, link::up, again);
        down = new Pipe(link, links, node, client, link::down, again);
    }

    private void clientReady() {
        if (!closed && clientKey.isReadable()) {
            read(up, down);
        }
        move();
    }

    private void nodeReady() {
        if (!closed && !connected) {
            connect(node::finishConnect);
        }
        if (!closed && connected && nodeKey.isReadable()) {
            read(down, up);
        }
        move();
    }

    private static void read(Pipe from, Pipe to) {
        try {
            from.read();
        } catch (IOException e) {
            to.discard();
            from.breakOff();
        }
    }

    /** Does what can be done now, and sees to it that this is called again when there is more to do. */
    void move() {
        if (closed) {
            return;
        }
        if (link.behaviour().carries()) {
            dial();
            carry(down, up);
            if (connected) {
                carry(up, down);
            }
        }
        if (up.hasEnded()) {
            link.left(this);
        }
        if (up.wasBrokenOff() || down.wasBrokenOff()) {
            reset();
        } else if (up.hasEnded() && down.hasEnded()) {
            close();
        } else {
            listen();
        }
    }

    private void dial() {
        if (!dialled) {
            dialled = true;
            connect(() -> node.connect(link.node()));
        }
    }

    private interface Attempt {
        boolean succeeds() throws IOException;
    }

    private void connect(Attempt attempt) {
        try {
            connected = attempt.succeeds();
        } catch (IOException e) {
            up.discard();
            down.breakOff();
        }
    }

    private static void carry(Pipe pipe, Pipe back) {
        try {
            pipe.carry();
        } catch (IOException e) {
            pipe.discard();
            back.breakOff();
            carry(back, pipe);
        }
    }

    private void listen() {
        boolean carries = link.behaviour().carries();
        int nodeOperations = connected ? down.reading() | up.writing() : SelectionKey.OP_CONNECT;
        listen(clientKey, carries ? up.reading() | down.writing() : 0);
        listen(nodeKey, carries ? nodeOperations : 0);
    }

    /** The key of a connection that was refused is not valid any more. */
    private static void listen(SelectionKey key, int operations) {
        if (key.isValid()) {
            key.interestOps(operations);
        }
    }

    void reset() {
        Link.reset(client);
        Link.reset(node);
        end();
    }

    void close() {
        Link.close(client);
        Link.close(node);
        end();
    }

    private void end() {
        closed = true;
        link.ended(this);
    }
}
