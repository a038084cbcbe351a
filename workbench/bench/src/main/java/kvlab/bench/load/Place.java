package kvlab.bench.load;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import kvlab.bench.machine.LoadGenerator;
import kvlab.cluster.Box;
import kvlab.cluster.NodeProgram;
import kvlab.cluster.OnTarget;
import kvlab.cluster.Pinned;
import kvlab.cluster.StageProgram;
import kvlab.cluster.Target;
import kvlab.cluster.UsageException;

/**
 * Where nodes run, and where the load comes from.
 *
 * @param target the box that the nodes run on; null when it is this machine
 * @param loadThere whether the load runs on it, too
 */
public record Place(Target target, boolean loadThere) implements AutoCloseable {

    public static final Place HERE = new Place(null, false);

    private static final String LOOPBACK = "127.0.0.1";
    private static final int PATIENCE_MILLIS = 5000;

    /**
     * @param url of the target box, as ssh://user@box; null when nodes run here
     * @param loadOn here or target; null for here
     */
    public static Place of(String url, String loadOn) throws UsageException, IOException {
        if (loadOn != null && !List.of("here", "target").contains(loadOn)) {
            throw UsageException.of("--load-on " + loadOn + ": expected here or target");
        }
        if (url == null && loadOn != null) {
            throw UsageException.of("--load-on is for a target box; give --target too");
        }
        return url == null ? HERE : new Place(Target.open(url), "target".equals(loadOn));
    }

    /** The machine of the nodes. */
    public Box nodes() {
        return target == null ? Box.HERE : target;
    }

    /** The machine of the load. */
    Box load() {
        return loadThere ? target : Box.HERE;
    }

    /**
     * Null when the choice is left to the system.
     *
     * @param wanted for the nodes; null for the usual ones
     */
    public Cores cores(String wanted) throws UsageException, IOException {
        boolean apart = target != null && !loadThere && !target.isThisMachine();
        return Cores.of(wanted, nodes(), apart).orElse(null);
    }

    /** Whether a window of load costs little besides the load: the generator runs on, and all counters are here. */
    public boolean takesShortWindows(LoadGenerator generator) {
        return generator.engine() != LoadGenerator.Engine.WRK2 && target == null;
    }

    NodeProgram settle(NodeProgram program, Cores cores) throws IOException {
        NodeProgram settled = target == null ? program : OnTarget.settle(program, target);
        NodeProgram pinned = cores == null ? settled : new Pinned(settled, cores.nodes());
        return target == null ? pinned : new OnTarget(pinned, target, loadThere ? LOOPBACK : target.address());
    }

    /** A stage as it runs there: the box has a Java of its own. */
    StageProgram onItsJvm(StageProgram stage) {
        return target == null ? stage : target.knownJvm().map(stage::on).orElse(stage);
    }

    /** A firewall between here and the box would look like a server that does not answer. */
    void requireReach(String url) throws IOException {
        if (target == null || loadThere) {
            return;
        }
        URI node = URI.create(url);
        String host = node.getHost().replaceAll("[\\[\\]]", "");
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(host, node.getPort()), PATIENCE_MILLIS);
        } catch (IOException e) {
            throw new IOException(
                    "a node runs on " + target.name() + ", and from here " + url + " cannot be reached ("
                            + e.getMessage() + "); open the port, or load with --load-on target",
                    e);
        }
    }

    /** Copies of the kit's own wrk2 and of scripts that it loads with, laid out as in the kit. */
    record Loader(Path program, Path scripts) {}

    Loader loader(Path program, Path scripts) throws IOException {
        return loadThere ? LoaderCopy.on(target, program, scripts) : new Loader(program, scripts);
    }

    /** Where what loads can write files that are for a folder here. */
    Path besideLoad(Path folder) {
        return loadThere ? target.folder() : folder;
    }

    /** Brings such a file, if what loads has written one. */
    void fetch(String file, Path folder) throws IOException {
        if (loadThere
                && target.run(
                                "[ -e \"$1\" ] && echo yes || :",
                                target.folder().resolve(file).toString())
                        .startsWith("yes")) {
            target.fetch(target.folder().resolve(file), folder.resolve(file));
        }
    }

    @Override
    public void close() {
        if (target != null) {
            target.close();
        }
    }
}
