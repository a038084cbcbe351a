package kvlab.handout;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Compiles what a student wrote: sources can be made so that a compiler does not come to an end, or takes all memory. */
public interface SourceCompiler {

    /**
     * @param good whether there are classes now
     * @param lines what it said
     * @param trouble why it did not get to an end, in a sentence; null when it did
     */
    record Said(boolean good, String lines, String trouble) {}

    /** @param classes an empty folder */
    Said compile(List<String> options, String classPath, List<Path> sources, Path classes)
            throws IOException, InterruptedException;

    /** In this JVM, for whose sources nobody has to be afraid of. */
    static SourceCompiler here() {
        return (options, classPath, sources, classes) -> {
            StringWriter said = new StringWriter();
            JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
            try (StandardJavaFileManager manager =
                    compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
                boolean good = compiler.getTask(
                                said,
                                manager,
                                null,
                                arguments(options, classPath, classes),
                                null,
                                manager.getJavaFileObjectsFromPaths(sources))
                        .call();
                return new Said(good, said.toString(), null);
            }
        };
    }

    static List<String> arguments(List<String> options, String classPath, Path classes) {
        return Stream.concat(options.stream(), Stream.of("-cp", classPath, "-d", classes.toString()))
                .toList();
    }
}
