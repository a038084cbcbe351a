package kvlab.bench.load;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import kvlab.cluster.NodeListener;
import kvlab.cluster.NodeProcess;

/** What each node says goes to a file of its own, and into nobody's way while a measurement runs. */
public final class NodeLogs implements NodeListener, AutoCloseable {

    private final Path folder;
    private final Map<Integer, PrintWriter> files = new HashMap<>();

    /** @param folder where node-8080.log and the others get to be, if their nodes say anything */
    public NodeLogs(Path folder) {
        this.folder = folder;
    }

    @Override
    public synchronized void said(NodeProcess node, String line) {
        PrintWriter file = files.computeIfAbsent(node.port(), this::open);
        file.println(line);
        file.flush();
    }

    /** Where there is no room for a log there is none: a node that nobody listens to would stand still. */
    private PrintWriter open(int port) {
        try {
            return new PrintWriter(Files.newBufferedWriter(folder.resolve("node-" + port + ".log")));
        } catch (IOException e) {
            return new PrintWriter(Writer.nullWriter());
        }
    }

    @Override
    public void ended(NodeProcess node) {
        // Ends the load, which looks for the reason.
    }

    @Override
    public synchronized void close() {
        files.values().forEach(PrintWriter::close);
    }
}
