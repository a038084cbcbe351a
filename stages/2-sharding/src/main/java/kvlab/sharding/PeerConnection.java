package kvlab.sharding;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import kvlab.http.ClientServer;
import kvlab.http.ResponseReader;
import one.nio.http.Response;

/**
 * A connection to a peer, for one thread at a time, which waits for the answer.
 *
 * <p>The problem: a blocking socket takes a limit for each read, but none for a write, and none for all of them together.
 * A peer that hangs leaves a large value half written, and one that sends a byte now and then is waited for without end.
 * So the channel does not block; the thread waits on a selector that has nothing but this channel, as long as the
 * deadline of the whole request allows.
 */
final class PeerConnection implements Closeable {

    private static final int BUFFER = 16 * 1024;

    /** As much as is written at once, the JDK keeps outside the heap too, for each thread and for ever. */
    private static final int PIECE = 64 * 1024;

    private final SocketChannel channel;
    private final Selector selector;

    /** On the heap: while a peer is down every request makes one, and those outside go only when the heap is full. */
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER);

    private final ResponseReader reader = new ResponseReader(ClientServer.VALUE_LIMIT);

    private PeerConnection() throws IOException {
        selector = Selector.open();
        try {
            channel = SocketChannel.open();
        } catch (IOException e) {
            selector.close();
            throw e;
        }
    }

    static PeerConnection open(InetSocketAddress address, Deadline deadline) throws IOException {
        if (address.isUnresolved()) {
            throw new UnknownHostException("no address is known for " + address.getHostString());
        }
        PeerConnection connection = new PeerConnection();
        try {
            connection.connect(address, deadline);
            return connection;
        } catch (IOException e) {
            connection.close();
            throw e;
        }
    }

    private void connect(InetSocketAddress address, Deadline deadline) throws IOException {
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.configureBlocking(false);
        channel.register(selector, SelectionKey.OP_CONNECT);
        if (!channel.connect(address)) {
            await(SelectionKey.OP_CONNECT, deadline);
            channel.finishConnect();
        }
    }

    Response ask(byte[] head, byte[] body, Deadline deadline) throws IOException {
        if (head.length + body.length <= BUFFER) {
            write(buffer.clear().put(head).put(body).flip(), deadline);
        } else {
            write(ByteBuffer.wrap(head), deadline);
            writeInPieces(body, deadline);
        }
        return response(deadline);
    }

    private void writeInPieces(byte[] body, Deadline deadline) throws IOException {
        for (int at = 0; at < body.length; at += PIECE) {
            write(ByteBuffer.wrap(body, at, Math.min(PIECE, body.length - at)), deadline);
        }
    }

    private void write(ByteBuffer bytes, Deadline deadline) throws IOException {
        while (bytes.hasRemaining()) {
            if (channel.write(bytes) == 0) {
                await(SelectionKey.OP_WRITE, deadline);
            }
        }
    }

    private Response response(Deadline deadline) throws IOException {
        await(SelectionKey.OP_READ, deadline);
        while (!reader.isComplete()) {
            int count = channel.read(buffer.clear());
            if (count < 0) {
                throw new EOFException("it closed the connection");
            }
            if (count == 0) {
                await(SelectionKey.OP_READ, deadline);
            }
            if (reader.take(buffer.array(), 0, count) < count) {
                throw new IOException("its answer is longer than it says");
            }
        }
        return reader.next();
    }

    private void await(int event, Deadline deadline) throws IOException {
        channel.keyFor(selector).interestOps(event);
        if (deadline.isOver() || selector.select(deadline.millisLeft()) == 0) {
            throw new SocketTimeoutException("no answer in time");
        }
        selector.selectedKeys().clear();
    }

    @Override
    public void close() {
        try (channel;
                selector) {
            // Nothing is left to say.
        } catch (IOException e) {
            throw new IllegalStateException("closing a socket has failed", e);
        }
    }
}
