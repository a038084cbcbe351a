package kvlab.replication;

import java.util.Arrays;
import java.util.List;
import kvlab.sharding.RendezvousHash;

/**
 * Which members keep a key, and in which order: those with the highest scores, the highest first. So whoever keeps it when
 * two do is among those that keep it when three do, and when a member leaves, the others keep their order.
 */
public final class Ranking {

    private final String[] members;
    private final RendezvousHash hash;

    /** @param members in an order that is the same on every node: it decides between equal scores */
    public Ranking(List<String> members) {
        this.members = members.toArray(String[]::new);
        this.hash = new RendezvousHash(members);
    }

    /** Of few members: that is why it inserts each at its place, from behind. */
    public List<String> first(int count, byte[] key) {
        long[] scores = hash.scores(key);
        int[] best = new int[members.length];
        for (int i = 0; i < members.length; i++) {
            int place = i;
            for (; place > 0 && Long.compareUnsigned(scores[i], scores[best[place - 1]]) > 0; place--) {
                best[place] = best[place - 1];
            }
            best[place] = i;
        }
        return Arrays.stream(best, 0, count).mapToObj(i -> members[i]).toList();
    }
}
