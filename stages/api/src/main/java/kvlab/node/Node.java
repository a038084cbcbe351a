package kvlab.node;

import java.io.IOException;

/** A server of the lab: one member of a cluster, or all of it. */
public interface Node {

    /** Returns once requests are served; until then connections are refused. */
    void start() throws IOException;

    /** Returns once nothing is served and every resource is released. Stopping twice is harmless. */
    void stop();
}
