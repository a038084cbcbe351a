package kvlab.bench.profile;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import com.sun.tools.attach.VirtualMachineDescriptor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** Those of this machine, by the JDK's own attaching. */
final class JvmsHere implements Jvms {

    @Override
    public Optional<String> find(long process) throws IOException {
        ProcessHandle node = ProcessHandle.of(process).orElseThrow(() -> new IOException("a node has ended"));
        Set<String> jvms =
                VirtualMachine.list().stream().map(VirtualMachineDescriptor::id).collect(Collectors.toSet());
        return LongStream.concat(LongStream.of(process), node.descendants().mapToLong(ProcessHandle::pid))
                .mapToObj(Long::toString)
                .filter(jvms::contains)
                .findFirst();
    }

    @Override
    public void load(String pid, Path library, String options) throws IOException, RefusedException {
        VirtualMachine jvm = attach(pid);
        try {
            jvm.loadAgentPath(library.toString(), options);
        } catch (AgentInitializationException | AgentLoadException e) {
            throw new RefusedException(e.getMessage(), e);
        } finally {
            jvm.detach();
        }
    }

    private static VirtualMachine attach(String pid) throws IOException {
        try {
            return VirtualMachine.attach(pid);
        } catch (AttachNotSupportedException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    @Override
    public void fetch(Path there, Path here) {
        // It is the same file.
    }
}
