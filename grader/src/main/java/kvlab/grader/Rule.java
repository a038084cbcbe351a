package kvlab.grader;

/** The rules of docs/protocol.md that have checks, and from which stage each holds. */
public enum Rule {
    S1(1, "GET /v0/status is 200 as soon as the node says ready."),
    S2(1, "Connections are refused before start and after stop; stopping twice is harmless."),
    S3(1, "An unknown path is 400. A method other than GET/PUT/DELETE on an entity is 405 with Allow."),
    S4(1, "A malformed request gets a 4xx and harms nobody else: the node goes on serving other connections."),
    S5(1, "128 MiB of heap per node is enough for every check."),
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
    E11(1, "64 keep-alive connections with 16 requests pipelined on each get every answer, in order, and their own.");

    private final int fromStage;
    private final String sentence;

    Rule(int fromStage, String sentence) {
        this.fromStage = fromStage;
        this.sentence = sentence;
    }

    boolean holdsIn(int stage) {
        return fromStage <= stage;
    }

    public String sentence() {
        return sentence;
    }
}
