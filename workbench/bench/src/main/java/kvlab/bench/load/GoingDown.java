package kvlab.bench.load;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Whether this JVM is going down, as on Ctrl-C. Its nodes and wrk2 then end too, and at a terminal they hear of it at the
 * same moment. What a measurement meets after that, a closed stream or a dead node, is no failure, and nobody is to be told
 * of one. So it waits: those who clean up do not wait for it.
 */
public final class GoingDown {

    /** For so long may a node know of it before this JVM does. */
    private static final long AHEAD_MILLIS = 500;

    private static final CountDownLatch BEGUN = new CountDownLatch(1);

    static {
        try {
            Runtime.getRuntime().addShutdownHook(new Thread(BEGUN::countDown, "going-down"));
        } catch (IllegalStateException e) {
            BEGUN.countDown();
        }
    }

    private GoingDown() {}

    /** Before something new is begun. */
    public static void awaitEndIfBegun() throws InterruptedException {
        if (BEGUN.getCount() == 0) {
            Thread.currentThread().join();
        }
    }

    /** Before something is called a failure. */
    public static void awaitEndIfNear() throws InterruptedException {
        if (BEGUN.await(AHEAD_MILLIS, TimeUnit.MILLISECONDS)) {
            Thread.currentThread().join();
        }
    }

    public static void forget(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The JVM is going down, and the hook does its work.
        }
    }
}
