package kvlab.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import kvlab.cluster.NodeProgram;
import kvlab.cluster.NodeSpec;
import kvlab.cluster.WrappedProgram;

/**
 * A program whose nodes each run in a sandbox of their own, which shares only the network with whoever starts it. A node
 * can write to its own data and temporary folder; other nodes' folders, their processes and the grader's do not exist for
 * it.
 *
 * @param readOnly what a node needs to see: its class path
 */
public record Sandboxed(NodeProgram program, Sandbox sandbox, Limits limits, List<Path> readOnly)
        implements WrappedProgram {

    @Override
    public Process start(NodeSpec node) throws IOException {
        // What is bound has to be there.
        Files.createDirectories(node.data());
        return sandbox.start(limits, command(node), List.of(node.data(), node.temporary()), readOnly);
    }
}
