package kvlab.bench;

import java.io.IOException;

/** What is written once: when it is over, or else when the JVM goes down before that, as on Ctrl-C. */
final class KeptOnce {

    private final Write write;
    private final Thread hook;
    private boolean kept;
    private volatile boolean goingDown;

    /** Writes it, as far as it is known by then. */
    interface Write {
        void write() throws IOException, InterruptedException;
    }

    KeptOnce(String what, Write write) {
        this.write = write;
        this.hook = new Thread(() -> keepAtTheEnd(what), "keep-" + what);
        Runtime.getRuntime().addShutdownHook(hook);
    }

    private void keepAtTheEnd(String what) {
        goingDown = true;
        try {
            keepNow();
        } catch (IOException | InterruptedException e) {
            System.err.println("cannot keep the " + what + ": " + e.getMessage());
        }
    }

    void keep() throws IOException, InterruptedException {
        keepNow();
        Wrk2.forget(hook);
    }

    private synchronized void keepNow() throws IOException, InterruptedException {
        if (!kept) {
            kept = true;
            write.write();
        }
    }

    /** Once the JVM goes down nothing new is begun: whoever asks here then waits for the end. */
    void awaitEndIfGoingDown() throws InterruptedException {
        if (goingDown) {
            Thread.currentThread().join();
        }
    }
}
