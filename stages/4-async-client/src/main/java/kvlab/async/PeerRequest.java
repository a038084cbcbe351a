package kvlab.async;

import kvlab.sharding.Deadline;

/** What a peer is asked. The target is path and query, in letters that need no encoding. */
public record PeerRequest(String method, String target, byte[] body, Limits limits) {

    public Deadline deadline() {
        return limits.deadline();
    }
}
