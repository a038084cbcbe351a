package kvlab.node;

import java.io.IOException;
import java.io.PrintStream;
import java.net.BindException;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * Starts one node and keeps it until it is told to stop. Prints one line, {@code ready URL}, when it serves; exits 64
 * when the command line is wrong and 70 when the node cannot start.
 */
public final class NodeMain {

    private static final int USAGE = 64;
    private static final int FAILURE = 70;

    private NodeMain() {}

    public static void main(String[] arguments) throws InterruptedException {
        int failed = run(arguments, System.out, System.err);
        if (failed != 0) {
            System.exit(failed);
        }
    }

    /** A node inside somebody else's JVM, where a debugger may look at it. Returns once it serves. */
    public static Node start(String... arguments) throws UsageException, IOException {
        NodeOptions options = NodeOptions.parse(arguments);
        NodeFactory factory = options.factory();
        Node node = create(factory, options.config(factory.settings()));
        node.start();
        return node;
    }

    private static Node create(NodeFactory factory, NodeConfig config) throws UsageException {
        try {
            return factory.create(config);
        } catch (IllegalArgumentException e) {
            throw new UsageException(e.getMessage());
        }
    }

    /** Returns 0 when there is nothing left to do, and never while the node serves. */
    private static int run(String[] arguments, PrintStream out, PrintStream err) throws InterruptedException {
        try {
            NodeOptions options = NodeOptions.parse(arguments);
            if (options.help()) {
                printHelp(options, out);
                return 0;
            }
            NodeFactory factory = options.factory();
            NodeConfig config = options.config(factory.settings());
            Node node = create(factory, config);
            CountDownLatch stopped = new CountDownLatch(1);
            Runtime.getRuntime()
                    .addShutdownHook(new Thread(
                            () -> {
                                node.stop();
                                stopped.countDown();
                            },
                            "stop"));
            String host = config.bind().contains(":") ? "[" + config.bind() + "]" : config.bind();
            String address = host + ":" + config.port();
            start(node, address);
            out.println("ready http://" + address);
            out.flush();
            stopped.await();
            return 0;
        } catch (UsageException e) {
            err.println("node: " + e.getMessage());
            return USAGE;
        } catch (IOException e) {
            err.println("node: " + e.getMessage());
            return FAILURE;
        } catch (RuntimeException | LinkageError e) {
            err.println("node: cannot start, which nobody expected:");
            e.printStackTrace(err);
            return FAILURE;
        }
    }

    private static void start(Node node, String address) throws IOException {
        try {
            node.start();
        } catch (BindException e) {
            throw new IOException("cannot listen on " + address + ": " + e.getMessage(), e);
        }
    }

    private static void printHelp(NodeOptions options, PrintStream out) throws UsageException {
        out.print("""
                usage: java -cp CLASSPATH kvlab.node.NodeMain --factory CLASS --port PORT --data DIR [options]

                  --factory CLASS      the stage to run, as kvlab.single.StageFactory
                  --port PORT          where to listen
                  --data DIR           where this node keeps its entities; made when there is none
                  --cluster URL,URL,…  all members, this one too (only this one)
                  --self URL           which member this is (http://127.0.0.1:PORT)
                  --via URL=HOST:PORT  dial that member there; once a member
                  --bind ADDRESS       the address to listen on (127.0.0.1)
                  --set NAME=VALUE     a setting of the stage; once a setting
                  --help               this text, and with --factory the settings of that stage
                """);
        if (options.namesFactory()) {
            List<Setting> settings = options.factory().settings();
            out.println();
            out.println(settings.isEmpty() ? "This stage has no settings." : "Settings, the default first:");
            for (Setting setting : settings) {
                out.printf("  --set %-20s %s%n", setting, setting.purpose());
            }
        }
    }
}
