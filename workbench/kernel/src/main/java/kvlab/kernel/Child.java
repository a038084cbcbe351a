package kvlab.kernel;

import java.util.List;
import java.util.concurrent.TimeUnit;

/** A process that ends before this one does, however this one ends. */
final class Child {

    private static final int SECONDS_TO_END = 60;

    private Child() {}

    /** When this thread is interrupted the process is ended first. */
    static int await(Process process) throws InterruptedException {
        return await(process, () -> {});
    }

    /** @param then what is to be done when this process ends and that one has, since nobody else would get to it */
    static int await(Process process, Runnable then) throws InterruptedException {
        Runnable end = () -> {
            end(process);
            then.run();
        };
        Thread atTheEnd = new Thread(end, "end-child");
        Runtime.getRuntime().addShutdownHook(atTheEnd);
        try {
            return process.waitFor();
        } catch (InterruptedException e) {
            end(process);
            throw e;
        } finally {
            remove(atTheEnd);
        }
    }

    private static void remove(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // It runs already.
        }
    }

    /** Until it is gone: what it started, it ends by itself, and is given time for. */
    private static void end(Process process) {
        List<ProcessHandle> started = process.descendants().toList();
        // Unlike destroy() of the process, this leaves what it says in the end to be read.
        process.toHandle().destroy();
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS_TO_END);
        boolean interrupted = false;
        while (process.isAlive()) {
            try {
                if (!process.waitFor(until - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                    started.forEach(ProcessHandle::destroyForcibly);
                    process.destroyForcibly().waitFor();
                }
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
