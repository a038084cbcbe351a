package kvlab.sandbox;

import kvlab.cluster.Exit;

/**
 * How a program in a sandbox ended.
 *
 * @param reason why it was killed, in a sentence; null when it ended by itself
 * @param output the end of what it said
 */
public record Ended(Exit exit, String reason, String output) {

    public boolean wasKilled() {
        return reason != null;
    }
}
