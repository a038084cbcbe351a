package kvlab.wrk2;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The thread that loads, while it does, and what it has cost by its own counters. Each load has a thread group of its own,
 * because the threads of all loads have the same names.
 */
final class LoadThread {

    private static final String NAME = "load-1";

    /** An upper bound for the threads of one load. */
    private static final int MOST_THREADS = 32;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final FutureTask<Load> running;
    private final long id;

    private LoadThread(FutureTask<Load> running, ThreadGroup group) throws Exception {
        this.running = running;
        id = find(group);
    }

    static LoadThread of(ScriptedServer server, String... options) throws Exception {
        FutureTask<Load> running = new FutureTask<>(() -> Load.of(server, options));
        ThreadGroup group = new ThreadGroup("a load");
        new Thread(group, running).start();
        return new LoadThread(running, group);
    }

    private long find(ThreadGroup group) throws Exception {
        while (isRunning()) {
            Thread[] threads = new Thread[MOST_THREADS];
            int count = group.enumerate(threads);
            for (Thread thread : Arrays.asList(threads).subList(0, count)) {
                if (thread.getName().equals(NAME)) {
                    return thread.getId();
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
