package kvlab.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import kvlab.handout.SourceCompiler;
import kvlab.sandbox.Ended;
import kvlab.sandbox.Limits;
import kvlab.sandbox.Sandbox;

/** The same compiler in a JVM of its own, which sees the sources and the class path, and may take so much and no more. */
record SandboxedCompiler(Sandbox sandbox, Limits limits) implements SourceCompiler {

    /** It takes seconds, of which the second of the JVM's compilers would take as many again. */
    private static final List<String> JVM = List.of("-J-Xmx512m", "-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC");

    /** Any other exit code but 0 is of a compiler that had to give up. */
    private static final int SOURCES_ARE_WRONG = 1;

    @Override
    public Said compile(List<String> options, String classPath, List<Path> sources, Path classes)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "javac").toString());
        command.addAll(JVM);
        command.addAll(SourceCompiler.arguments(options, classPath, classes));
        sources.forEach(source -> command.add(source.toString()));
        List<Path> visible = new ArrayList<>();
        sources.forEach(source -> visible.add(source.getParent()));
        Stream.of(classPath.split(":")).map(Path::of).filter(Files::exists).forEach(visible::add);
        Ended ended = sandbox.run(limits, command, classes, visible);
        if (ended.wasKilled()) {
            return new Said(false, ended.output(), "the compiler was killed, since " + ended.reason());
        }
        int code = ended.exit().code();
        String trouble = code <= SOURCES_ARE_WRONG ? null : "the compiler " + ended.exit();
        return new Said(code == 0, ended.output(), trouble);
    }
}
