package kvlab.cluster;

import java.util.List;

/** Something that runs as a node: a stage, or any program that takes a node's command line. */
public interface NodeProgram {

    String name();

    /** The command that starts it as this node; its first word is a program. */
    List<String> command(NodeSpec node);

    /** Whether it dials a member where {@code --via} says, and not where the member's URL does. */
    default boolean understandsVia() {
        return false;
    }
}
