package kvlab.cluster;

import java.util.ArrayList;
import java.util.List;

/**
 * A stage whose nodes are started by the dozen, and live for seconds. Nobody gets back what it takes each of them to unpack the
 * same library and to check the same classes.
 */
public record ShortLived(StageProgram program) implements WrappedProgram {

    @Override
    public List<String> command(NodeSpec node) {
        List<String> flags = new ArrayList<>(List.of("-Xshare:auto"));
        flags.add("-Djava.library.path=" + NativeLibraries.path(program.classPath()));
        ClassArchive.ofKit().ifPresent(archive -> flags.add("-XX:SharedArchiveFile=" + archive));
        List<String> command = new ArrayList<>(program.briefly().command(node));
        command.addAll(1, flags);
        return command;
    }
}
