package kvlab.cluster;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A program whose nodes run on a target box.
 *
 * @param program as it is there
 * @param address at which its nodes listen
 */
public record OnTarget(NodeProgram program, Target target, String address) implements WrappedProgram {

    /** What a program is there: a stage is copied, any other program has to be there. */
    public static NodeProgram settle(NodeProgram program, Target target) throws IOException {
        if (!(program instanceof StageProgram stage)) {
            return program;
        }
        Jvm jvm = target.jvm();
        List<String> classPath = new ArrayList<>();
        for (String jar : stage.classPath().split(":")) {
            classPath.add(target.put(Path.of(jar)).toString());
        }
        return new StageProgram(
                stage.name(),
                stage.stage(),
                String.join(":", classPath),
                stage.factory(),
                jvm,
                stage.fingerprint(),
                stage.brief());
    }

    /** No watcher on this machine can end them; the target's keeper does. */
    @Override
    public boolean isSeparate() {
        return false;
    }

    @Override
    public Box box() {
        return target;
    }

    @Override
    public List<String> command(NodeSpec node) {
        return program.command(there(node));
    }

    @Override
    public Process start(NodeSpec node) throws IOException {
        target.run("mkdir -p \"$1\"", there(node).temporary().toString());
        return target.start(command(node));
    }

    private NodeSpec there(NodeSpec node) {
        Path own = target.nodes().resolve(Integer.toString(node.port()));
        return node.in(own.resolve("data"), own.resolve("tmp"));
    }
}
