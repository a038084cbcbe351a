package kvlab.cluster;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;
import java.util.stream.Stream;

/**
 * A stage whose nodes are threads of this JVM: a debugger that runs it halts in them, and steps from the request of a check
 * into the node that answers. They share all that is static, and can be neither killed nor paused.
 */
public final class InProcess implements NodeProgram {

    private final StageProgram program;

    /** One for all nodes: they share what is static. */
    private final ClassLoader classes;

    public InProcess(StageProgram program) {
        // Nodes start at the same time, and what they log while the first of them sets up logging is worth three lines
        // to it.
        System.setProperty("slf4j.internal.verbosity", "ERROR");
        this.program = program;
        String classPath = program.classPath();
        URL[] urls = Stream.of(classPath.split(File.pathSeparator))
                .map(NativeLibraries::url)
                .toArray(URL[]::new);
        this.classes = new URLClassLoader(urls, NativeLibraries.classes(classPath));
    }

    @Override
    public String name() {
        return program.name();
    }

    @Override
    public boolean understandsVia() {
        return true;
    }

    @Override
    public boolean isSeparate() {
        return false;
    }

    @Override
    public List<String> command(NodeSpec node) {
        return program.command(node);
    }

    @Override
    public Process start(NodeSpec node) throws IOException {
        return NodeThread.start(node.url(), classes, program.arguments(node));
    }
}
