package kvlab.async;

import kvlab.sharding.WorkerPool;
import kvlab.single.Handler;

/** The bounded pool of stage 2: for clients that keep a thread waiting. */
record WorkerThreads(WorkerPool workers) implements Threads {

    @Override
    public Handler around(Handler handler) {
        return workers.handler(handler, request -> false);
    }

    @Override
    public void close() {
        workers.close();
    }
}
