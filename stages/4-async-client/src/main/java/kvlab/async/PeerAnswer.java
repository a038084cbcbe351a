package kvlab.async;

/**
 * What a peer answered.
 *
 * @param version 0 when the answer has none
 */
record PeerAnswer(int status, long version, byte[] body) {}
