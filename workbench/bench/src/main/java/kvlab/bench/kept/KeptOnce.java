package kvlab.bench.kept;

import java.io.IOException;
import kvlab.bench.load.GoingDown;
import kvlab.cluster.Reason;

/** What is written once: when it is over, or else when the JVM goes down before that, as on Ctrl-C. */
public final class KeptOnce {

    private final Write write;
    private final Thread hook;
    private boolean kept;

    /** Writes it, as far as it is known by then. */
    public interface Write {
        void write() throws IOException, InterruptedException;
    }

    public KeptOnce(String what, Write write) {
        this.write = write;
        this.hook = new Thread(() -> keepAtTheEnd(what), "keep-" + what);
        Runtime.getRuntime().addShutdownHook(hook);
    }

    private void keepAtTheEnd(String what) {
        try {
            keepNow();
        } catch (IOException | InterruptedException e) {
            System.err.println("cannot keep the " + what + ": " + Reason.of(e));
        }
    }

    public void keep() throws IOException, InterruptedException {
        keepNow();
        GoingDown.forget(hook);
    }

    private synchronized void keepNow() throws IOException, InterruptedException {
        if (!kept) {
            kept = true;
            write.write();
        }
    }
}
