package kvlab.node;

import java.util.List;

/**
 * Makes the node of one stage, and says which settings it understands. This is all that a command line needs to know
 * of a stage: the name of its factory.
 */
public interface NodeFactory {

    /** What {@code --set} accepts. A value that is not in the list never reaches {@link #create}. */
    List<Setting> settings();

    /** @throws IllegalArgumentException when this JVM does not have what a setting needs; its message is for the user */
    Node create(NodeConfig config);
}
