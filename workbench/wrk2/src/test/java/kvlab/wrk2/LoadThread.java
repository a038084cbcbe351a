package kvlab.wrk2;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The thread that loads, while it does, and what it has cost by its own counters. Only one load may run at a time, so that
 * there is one thread of that name.
 */
final class LoadThread {

    private static final String NAME = "load-1";
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final CompletableFuture<Load> running;
    private final long id;

    private LoadThread(CompletableFuture<Load> running) throws Exception {
        this.running = running;
        id = find();
    }

    static LoadThread of(ScriptedServer server, String... options) throws Exception {
        return new LoadThread(CompletableFuture.supplyAsync(() -> {
            try {
                return Load.of(server, options);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }));
    }

    private long find() throws Exception {
        while (isRunning()) {
            for (ThreadInfo info : THREADS.getThreadInfo(THREADS.getAllThreadIds())) {
                if (info != null && info.getThreadName().equals(NAME)) {
                    return info.getThreadId();
                }
            }
            awaitEndBriefly();
        }
        throw new AssertionError("the load has ended before its thread was seen: " + running.get());
    }

    boolean isRunning() {
        return !running.isDone();
    }

    void awaitEndBriefly() throws Exception {
        try {
            running.get(10, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            // It goes on.
        }
    }

    Load awaitEnd() throws Exception {
        return running.get();
    }

    /** Of processor time, until the end of the run or nearly so. */
    long nanos() throws Exception {
        long most = 0;
        while (isRunning()) {
            most = Math.max(most, THREADS.getThreadCpuTime(id));
            awaitEndBriefly();
        }
        return most;
    }

    long allocatedBytes() {
        return THREADS.getThreadAllocatedBytes(id);
    }
}
