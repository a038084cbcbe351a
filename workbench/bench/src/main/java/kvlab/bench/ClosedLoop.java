package kvlab.bench;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Load that a server is never ready for: each connection asks again as soon as it is answered. */
final class ClosedLoop {

    private final Wrk2 wrk2;
    private final int connections;
    private final Path script;

    /** @param folder where it puts its script */
    ClosedLoop(Path wrk2, int connections, Path folder) throws IOException {
        this.wrk2 = new Wrk2(wrk2);
        this.connections = connections;
        this.script = folder.resolve("keys.lua");
        try (InputStream resource = ClosedLoop.class.getResourceAsStream("keys.lua")) {
            Files.write(script, resource.readAllBytes());
        }
    }

    WrkReport run(String url, Workload workload, int seconds) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of("-t" + Wrk2.THREADS, "-c" + connections));
        arguments.addAll(List.of("-d" + seconds + "s", "-R" + Wrk2.BEYOND_REACH, "-s", script.toString(), url, "--"));
        arguments.addAll(workload.arguments());
        return WrkReport.parse(wrk2.run(arguments));
    }
}
