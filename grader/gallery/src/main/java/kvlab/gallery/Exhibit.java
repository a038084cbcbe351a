package kvlab.gallery;

import java.util.List;
import java.util.Set;
import kvlab.cluster.NodeProgram;

/**
 * A broken node as it is graded.
 *
 * @param stage whose rules it is graded by
 * @param wrong what is wrong with it, in words
 * @param endsItsJvm or cannot be ended without it
 * @param checks those that must fail
 * @param also those that may fail, too; no other may
 */
record Exhibit(
        String name,
        String stage,
        String wrong,
        NodeProgram program,
        List<String> settings,
        boolean endsItsJvm,
        Set<String> checks,
        Set<String> also) {}
