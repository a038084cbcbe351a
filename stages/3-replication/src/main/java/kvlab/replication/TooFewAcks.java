package kvlab.replication;

import java.util.List;

/** Fewer replicas answered than have to. It says who did not, and why; nobody needs to know from where in the code. */
public final class TooFewAcks extends Exception {

    private static final long serialVersionUID = 1L;

    public TooFewAcks(int received, int needed, List<String> failures) {
        super("received " + received + " of " + needed + " acks; " + String.join("; ", failures), null, false, false);
    }
}
