package kvlab.cluster;

import java.util.ArrayList;
import java.util.List;

/**
 * A stage whose nodes live for seconds. What the second of the JVM's compilers takes then, nobody gets back, nor what it
 * takes each of them to unpack the same library.
 */
public record ShortLived(StageProgram program) implements WrappedProgram {

    @Override
    public List<String> command(NodeSpec node) {
        List<String> command = new ArrayList<>(program.command(node));
        String libraries = "-Djava.library.path=" + NativeLibraries.path(program.classPath());
        command.addAll(1, List.of("-XX:TieredStopAtLevel=1", "-Xshare:auto", libraries));
        return command;
    }
}
