package kvlab.gallery;

import kvlab.cluster.NodeProgram;

/**
 * A broken node as it is graded.
 *
 * @param endsItsJvm or cannot be ended without it
 */
record Exhibit(Mutant mutant, NodeProgram program, boolean endsItsJvm) {}
