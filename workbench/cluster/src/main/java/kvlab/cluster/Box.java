package kvlab.cluster;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.util.List;
import java.util.Map;

/** A machine on which programs run, this one or another: who measures them need not know which. */
public interface Box {

    Box HERE = new Here(FileSystems.getDefault().getRootDirectories().iterator().next());

    /** What people call it. */
    String name();

    /** Of the cores that programs may use there. */
    int processors();

    /** Whether it has a program of that name. */
    boolean has(String program) throws IOException;

    boolean isFree(int port) throws IOException;

    /** What it says goes to its output, its errors too. */
    Process start(List<String> command) throws IOException;

    /**
     * What files hold, by their names.
     *
     * @param patterns below the root, as proc/12/task/*&#47;stat; what is not there, or closed to us, is left out
     */
    Map<String, String> read(List<String> patterns) throws IOException;

    /** Fails with the reason when nobody can reach it any more. */
    void requireThere() throws IOException;

    /** Removes what nodes have left in a folder of this kit's there. */
    void clear();

    /** Runs this as soon as nobody can reach it any more. */
    void onLost(Runnable action);
}
