package kvlab.bench.watch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import kvlab.cluster.Box;
import kvlab.cluster.Here;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** What tests of counters need: a folder that looks like a machine, with the processes and threads that they write. */
abstract class OnMadeProc {

    @TempDir
    Path root;

    Path proc;
    Box machine;

    @BeforeEach
    void plugIn() throws IOException {
        proc = Files.createDirectories(root.resolve("proc"));
        machine = new Here(root);
    }

    /** Of 2 MiB. */
    void process(long pid, long user, long system) throws IOException {
        Path folder = proc.resolve(Long.toString(pid));
        Files.createDirectories(folder.resolve("task"));
        Files.writeString(folder.resolve("stat"), stat(pid, "java", user, system));
        Files.writeString(folder.resolve("status"), "Name:\tjava\nVmRSS:\t    2048 kB\n");
    }

    void thread(long pid, long tid, String name, long user, long system) throws IOException {
        Path task = Files.createDirectories(proc.resolve(pid + "/task/" + tid));
        Files.writeString(task.resolve("stat"), stat(tid, name, user, system));
    }

    private static String stat(long id, String name, long user, long system) {
        return id + " (" + name + ") S 1 2 3 0 -1 4194304 5 6 7 8 " + user + " " + system + " 0 0 20 0 1 0 99\n";
    }
}
