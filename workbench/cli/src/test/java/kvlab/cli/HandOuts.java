package kvlab.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import kvlab.cluster.Cluster;
import kvlab.cluster.ClusterSpec;
import kvlab.cluster.NodeListener;
import kvlab.cluster.NodeProcess;
import kvlab.cluster.Ports;
import kvlab.cluster.StageProgram;

/** What the tests of hand-outs and of the student edition do with a copy. */
final class HandOuts {

    private HandOuts() {}

    /** One node, which keeps its data in that folder. */
    static Cluster start(StageProgram program, Path folder) throws Exception {
        ClusterSpec spec =
                new ClusterSpec(program, 1, Ports.free(1), folder.resolve("data"), List.of(), ClusterSpec.DEFAULT_HEAP);
        return Cluster.start(spec, folder.resolve("scratch"), new Unheard());
    }

    static String git(Path folder, String... words) throws IOException {
        List<String> command = new ArrayList<>(List.of("git", "-C", folder.toString()));
        command.addAll(List.of(words));
        Process git = new ProcessBuilder(command).start();
        return new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    }

    private static final class Unheard implements NodeListener {

        @Override
        public void said(NodeProcess node, String line) {}

        @Override
        public void ended(NodeProcess node) {}
    }
}
