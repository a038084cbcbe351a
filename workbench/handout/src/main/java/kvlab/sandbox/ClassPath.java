package kvlab.sandbox;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import kvlab.cluster.StageProgram;
import kvlab.cluster.UsageException;

/**
 * What the nodes of somebody's project may see: the project says itself what its class path is, and could name anybody's
 * files there, or a link to them.
 */
public final class ClassPath {

    private ClassPath() {}

    /**
     * @param kits the class path that the kit gives to its own stage
     * @return what the program's class path names, if each is the project's own or the kit's
     */
    public static List<Path> visible(StageProgram program, Path project, String kits)
            throws UsageException, IOException {
        Set<Path> given = new HashSet<>();
        for (Path path : paths(kits)) {
            given.add(path.toRealPath());
        }
        Path own = project.toRealPath();
        List<Path> visible = paths(program.classPath());
        for (Path path : visible) {
            Path real = path.toRealPath();
            if (!given.contains(real) && !real.startsWith(own)) {
                throw UsageException.of("the class path of " + project + " names " + path
                        + ", which is neither a file of its own nor one of the kit's");
            }
        }
        return visible;
    }

    /** What is not there is left out, as a JVM does. */
    private static List<Path> paths(String classPath) {
        List<Path> paths = new ArrayList<>();
        for (String entry : classPath.split(File.pathSeparator)) {
            Path path = Path.of(entry);
            if (!entry.isEmpty() && Files.exists(path)) {
                paths.add(path.toAbsolutePath());
            }
        }
        return paths;
    }
}
