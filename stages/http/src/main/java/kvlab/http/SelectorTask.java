package kvlab.http;

import java.io.IOException;
import one.nio.net.Selector;
import one.nio.net.Session;
import one.nio.net.Socket;
import one.nio.server.SelectorThread;

/**
 * Something that a selector's own thread has to do, in its next round: with a socket that can always be written, since
 * one-nio has no other way to tell it.
 *
 * <p>The problem that this solves: where one-nio cannot load its native library, its selector looks at the keys of all
 * connections that are ready. If another thread closes one of them meanwhile, the key is no longer valid, and the exception
 * ends the selector's thread; no connection of that selector is ever answered again. So only that thread closes.
 */
public final class SelectorTask extends Session {

    private final Runnable task;

    private SelectorTask(Socket socket, Runnable task) {
        super(socket, WRITEABLE);
        this.task = task;
    }

    public static void run(Selector selector, Runnable task) {
        if (Thread.currentThread() instanceof SelectorThread thread && thread.selector == selector) {
            task.run();
            return;
        }
        try {
            Socket socket = Socket.createDatagramSocket();
            socket.setBlocking(false);
            selector.register(new SelectorTask(socket, task));
        } catch (IOException e) {
            // There is no descriptor left: better to take the risk than to keep what holds them.
            task.run();
        }
    }

    /** one-nio closes sessions that nothing happened to for a while; a busy selector may keep this one waiting that long. */
    @Override
    public int checkStatus(long now, long keepAlive) {
        return ACTIVE;
    }

    @Override
    protected void processWrite() {
        close();
        task.run();
    }
}
