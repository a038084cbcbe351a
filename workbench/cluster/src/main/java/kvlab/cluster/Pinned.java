package kvlab.cluster;

import java.util.ArrayList;
import java.util.List;

/**
 * A program whose nodes run on some of the machine's cores. A JVM that is started so counts these cores alone, and makes as
 * many threads as they are worth.
 *
 * @param cores as taskset takes them: 0,1
 */
public record Pinned(NodeProgram program, String cores) implements WrappedProgram {

    /** What stands before a command to keep it on these cores: taskset then becomes it, with the same number. */
    public static List<String> command(String cores, List<String> command) {
        List<String> words = new ArrayList<>(List.of("taskset", "-c", cores));
        words.addAll(command);
        return words;
    }

    @Override
    public List<String> command(NodeSpec node) {
        return command(cores, program.command(node));
    }
}
