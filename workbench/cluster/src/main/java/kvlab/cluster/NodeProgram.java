package kvlab.cluster;

import java.io.IOException;
import java.util.List;

/** Something that runs as a node: a stage, or any program that takes a node's command line. */
public interface NodeProgram {

    String name();

    /** The command that starts it as this node; its first word is a program. */
    List<String> command(NodeSpec node);

    /** What it says goes to its output, its errors too. */
    default Process start(NodeSpec node) throws IOException {
        return Box.HERE.start(command(node));
    }

    /** The machine that its nodes run on. */
    default Box box() {
        return Box.HERE;
    }

    /** Where its nodes listen: part of their URLs. */
    default String address() {
        return NodeSpec.LOOPBACK;
    }

    /** Whether a node is a process of its own, which can be killed and stopped in its tracks. */
    default boolean isSeparate() {
        return true;
    }

    /** Whether it dials a member where {@code --via} says, and not where the member's URL does. */
    default boolean understandsVia() {
        return false;
    }
}
