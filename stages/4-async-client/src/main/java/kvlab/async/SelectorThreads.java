package kvlab.async;

import kvlab.single.Handler;

/** The thread that read the request goes on with it: right for whoever never waits, and the least work of all. */
final class SelectorThreads implements Threads {

    @Override
    public Handler around(Handler handler) {
        return handler;
    }

    @Override
    public void close() {
        // They are the server's.
    }
}
