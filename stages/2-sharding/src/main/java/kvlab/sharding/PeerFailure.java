package kvlab.sharding;

import java.io.IOException;

/** A peer gave no answer. That is expected of some peers at any time, so there is no stack trace. */
public final class PeerFailure extends Exception {

    private static final long serialVersionUID = 1L;

    private PeerFailure(String member, String what) {
        super("node " + member + " " + what, null, false, false);
    }

    public static PeerFailure late(String member) {
        return new PeerFailure(member, "did not answer in time");
    }

    /** It answered, and the answer is that it cannot. */
    public static PeerFailure status(String member, int status) {
        return new PeerFailure(member, "answered " + status);
    }

    /** It may have done what it was asked, or not. */
    public static PeerFailure lost(String member) {
        return new PeerFailure(member, "closed the connection before it answered");
    }

    /** So many others wait for its answers that one more makes no sense. */
    public static PeerFailure busy(String member) {
        return new PeerFailure(member, "has more calls under way than there is room for");
    }

    public static PeerFailure of(String member, IOException e) {
        return new PeerFailure(member, "gave no answer: " + e.getMessage());
    }
}
