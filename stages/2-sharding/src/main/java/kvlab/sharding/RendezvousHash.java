package kvlab.sharding;

import java.nio.charset.StandardCharsets;
import java.util.List;
import kvlab.node.Exercise;

/**
 * Which member keeps a key.
 *
 * <p>The problem: every node has to name the same one, without asking anybody. The remainder of the key's hash by the
 * number of members would do, until there is one member more: then nearly every key has another owner. A ring of tokens
 * moves few keys, but shares them out unevenly unless each member has hundreds of tokens.
 *
 * <p>Rendezvous hashing gives each member a score for the key, made of the key and of that member alone; the highest
 * score owns it. A new member takes exactly those keys for which its score is the highest, from everybody alike, and
 * nothing else moves. The price is a score for every member, for each key that is looked up: with 8 members that is
 * still less than the work of reading the request.
 */
public final class RendezvousHash {

    private final String[] members;
    private final long[] seeds;

    /** @param members in an order that is the same on every node: it decides between equal scores */
    public RendezvousHash(List<String> members) {
        this.members = members.toArray(String[]::new);
        this.seeds = members.stream()
                .mapToLong(member -> hash(member.getBytes(StandardCharsets.UTF_8)))
                .toArray();
    }

    @Exercise(value = "Name the member with the highest score for the key", rule = "H3")
    public String owner(byte[] key) {
        long[] scores = scores(key);
        int best = 0;
        for (int i = 1; i < scores.length; i++) {
            if (Long.compareUnsigned(scores[i], scores[best]) > 0) {
                best = i;
            }
        }
        return members[best];
    }

    /** What each member has for the key, in the order of the members: unsigned numbers. */
    public long[] scores(byte[] key) {
        long hash = hash(key);
        long[] scores = new long[seeds.length];
        for (int i = 0; i < scores.length; i++) {
            scores[i] = mix(hash ^ seeds[i]);
        }
        return scores;
    }

    /** FNV-1a, which is quick to write and leaves the high bits poorly mixed: hence the second step. */
    private static long hash(byte[] bytes) {
        long hash = 0xcbf29ce484222325L;
        for (byte b : bytes) {
            hash = (hash ^ (b & 0xff)) * 0x100000001b3L;
        }
        return mix(hash);
    }

    /** Every bit of the result depends on every bit of the argument: the finalizer of MurmurHash3. */
    private static long mix(long hash) {
        long mixed = hash;
        mixed = (mixed ^ mixed >>> 33) * 0xff51afd7ed558ccdL;
        mixed = (mixed ^ mixed >>> 33) * 0xc4ceb9fe1a85ec53L;
        return mixed ^ mixed >>> 33;
    }
}
