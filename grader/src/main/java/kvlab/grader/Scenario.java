package kvlab.grader;

import static kvlab.grader.Expect.given;

import java.util.List;

/** What is written to some keys before one node is away, and what it misses. */
record Scenario(List<Write> before, Write missed) {

    static Scenario write(Sample sample) {
        return new Scenario(List.of(), Write.put(sample));
    }

    static Scenario overwrite(Sample sample) {
        return new Scenario(List.of(Write.put(sample)), Write.put(sample));
    }

    static Scenario delete(Sample sample) {
        return new Scenario(List.of(Write.put(sample)), Write.delete());
    }

    static Scenario recreation(Sample sample) {
        return new Scenario(List.of(Write.put(sample), Write.delete()), Write.put(sample));
    }

    /** Every node has it. */
    void begin(OwnCluster own, List<String> keys) throws InterruptedException {
        for (Write write : before) {
            for (int i = 0; i < keys.size(); i++) {
                carryOut(write, own.client(i % own.size()), keys.get(i) + own.replicas(own.size(), own.size()));
            }
            OwnCluster.later();
        }
    }

    /** @param replicas of this write, which the node that is away does not get */
    void goOnWithout(int away, OwnCluster own, List<String> keys, String replicas) throws InterruptedException {
        for (int i = 0; i < keys.size(); i++) {
            int coordinator = (away + 1 + i % (own.size() - 1)) % own.size();
            carryOut(missed, own.client(coordinator), keys.get(i) + replicas);
        }
        OwnCluster.later();
    }

    private static void carryOut(Write write, NodeClient node, String id) {
        given(write.ask(node, id));
    }
}
