package kvlab.grader;

/** The rules of docs/protocol.md, and from which stage to which each holds: none of them ends before the last. */
public enum Rule {
    S1(1, "GET /v0/status is 200 as soon as the node says ready."),
    S2(1, "Connections are refused before start and after stop; stopping twice is harmless."),
    S3(
            1,
            "An unknown path is 400. A method other than GET/PUT/DELETE on an entity is 405 with Allow. A parameter that no rule names is ignored."),
    S4(1, "A malformed request gets a 4xx and harms nobody else: the node goes on serving other connections."),
    S5(1, "128 MiB of heap per node is enough for every check."),
    S6(
            1,
            "Connections are HTTP/1.1's: Connection: close is honoured, HTTP/1.0 closes unless asked otherwise, header names come in any case, a request may come in any number of pieces, and a refused request's body is never taken for the next request."),
    E1(1, "PUT is 201 with an empty body; it creates or replaces."),
    E2(1, "GET is 200 with exactly the bytes put. The empty value is a value: 200, zero bytes."),
    E3(1, "GET of an absent key is 404."),
    E4(1, "DELETE is 202, also for an absent key."),
    E5(1, "After DELETE, GET is 404; a new PUT brings the key back."),
    E6(1, "A missing or empty id is 400 for every method."),
    E7(
            1,
            "Keys are UTF-8, percent-encoded; %D0%BA and the raw bytes name one key. Any non-empty key up to 1 KiB works."),
    E8(1, "Values up to 1 MiB round-trip byte for byte; a larger one is 413 and the node goes on."),
    E9(1, "What was acknowledged survives a clean restart on the same directory, and a SIGKILL."),
    E10(1, "A wiped directory is an empty store."),
    E11(1, "64 keep-alive connections with 16 requests pipelined on each get every answer, in order, and their own."),
    E12(1, "A PUT whose body comes in chunks is stored, or refused with 411 or 501: never acknowledged and lost."),
    H1(2, "Every node answers for every key, with the same result."),
    H2(2, "One copy is kept (replicas=1/1 from stage 3 on): with the nodes started one at a time, exactly one has it."),
    H3(
            2,
            "The owner depends on the key and the set of nodes alone: not on the coordinator, the order of --cluster, or a restart."),
    H4(2, "Over 30,000 random keys and 3, 5 and 8 nodes, no node is more than 10 % off its fair share."),
    H5(2, "Adding a node moves no more than 1.15/(n+1) of the keys, and only to the new node."),
    H6(
            3,
            "With replicas=1/1 and the owner down, dead or hung, the answer is 504 within the request deadline (default 1 s), never a hang."),
    H7(
            2,
            "No request is forwarded twice; a client cannot make a node treat a request as internal by accident of its own headers."),
    H8(
            2,
            "Two nodes that ask each other under full load do not deadlock; overload is a quick 503, and memory stays bounded."),
    R1(3, "Without the parameter: from = n, ack = n/2+1 (1/1, 2/2, 2/3, 3/4, 3/5)."),
    R2(
            3,
            "400 for ack<1, ack>from, from<1, from>n, anything that is not two whole numbers, overflow, a repeated parameter, both spellings at once, one of ack/from without the other."),
    R3(3, "PUT 201, DELETE 202, GET 200/404 when ack of the from replicas answered; 504 when they did not."),
    R4(
            3,
            "The replicas of K are nested: the set for a smaller from is inside the set for a larger one. Checked for n = 3..5."),
    R5(
            3,
            "Of a key never written before, exactly from copies are kept, never more: a write goes to all from replicas, not only to the first ack."),
    R6(3, "The newest version among the acks wins; a tombstone that is newest is 404."),
    R7(
            3,
            "A write has one version, set once by its coordinator. Two writes in the same instant have one stable winner on every replica."),
    R8(3, "A replica that receives an older version after a newer one keeps the newer one."),
    R9(
            3,
            "Overlap: when ack_w + ack_r > max(from_w, from_r), a read that starts after a write was acknowledged sees it or something newer, also with fewer than quorum replicas down, killed, restarted or hung. This also holds across a restart, however quick, after SIGTERM or SIGKILL."),
    R10(
            3,
            "Missed writes, deletes, overwrites and re-creations, rotated over every node: after the node is back, quorum reads are right. After a peer was away, one request that needs its answer may be 504, because the node may still use an old connection."),
    R11(3, "504 for a write promises nothing: a later read may or may not see it."),
    R12(3, "A hung replica (stopped process, black-holed link) costs no more than the deadline."),
    A1(4, "2/3 takes about as long as the second-fastest replica: one replica 500 ms late does not slow it."),
    A2(4, "3/3 takes about as long as the slowest, not the sum."),
    A3(4, "As soon as ack can no longer be reached, 504 is sent: it does not wait for the rest."),
    A4(
            4,
            "No request thread waits for a peer: under a slow replica, no stack of a thread dump combines the node's own frames with park, wait or a socket read."),
    A5(
            4,
            "With one replica hung and 64 connections loading, throughput on the other two goes on, and heap stays bounded."),
    A6(
            4,
            "One answer per request; late replies are dropped; a client that goes away costs nothing: after 1,000 aborted clients, threads, descriptors and heap are back where they were.");

    private static final int LAST_STAGE = 5;

    private final int fromStage;
    private final String sentence;

    Rule(int fromStage, String sentence) {
        this.fromStage = fromStage;
        this.sentence = sentence;
    }

    boolean holdsIn(int stage) {
        return fromStage <= stage && stage <= untilStage();
    }

    /** Whether it is one of those that take as long, in this stage, as all others together. */
    boolean takesHalf(int stage) {
        boolean evensOut = stage == 3 && (this == R7 || this == R8);
        return name().startsWith(stage == 2 ? "H" : "R") && !evensOut;
    }

    public int fromStage() {
        return fromStage;
    }

    public int untilStage() {
        return LAST_STAGE;
    }

    public String sentence() {
        return sentence;
    }
}
