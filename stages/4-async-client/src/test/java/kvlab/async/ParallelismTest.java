package kvlab.async;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import kvlab.node.Node;
import kvlab.node.NodeConfig;
import kvlab.node.NodeFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Only the first use of the common pool decides its parallelism, so each node is in a JVM of its own, of two processors. */
class ParallelismTest {

    @TempDir
    private Path scratch;

    @Test
    void onTwoProcessorsTheCommonPoolHasAParallelismOfTwo() throws Exception {
        assertEquals("2 ForkJoinPool", inItsOwnJvm("2"));
    }

    /** The parallelism of the pool, and what runs a step of a CompletableFuture. */
    private String inItsOwnJvm(String parallelism) throws Exception {
        Path said = scratch.resolve("said");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:ActiveProcessorCount=2",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName(),
                        scratch.resolve("data").toString(),
                        parallelism)
                .redirectOutput(said.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
        return Files.readString(said, StandardCharsets.UTF_8).strip();
    }

    static final class Main {

        private Main() {}

        public static void main(String[] arguments) throws Exception {
            NodeFactory factory = new StageFactory();
            Map<String, String> settings = TestNodes.settings(factory, "parallelism=" + arguments[1]);
            String self = "http://127.0.0.1:1";
            Node node = factory.create(
                    new NodeConfig("127.0.0.1", 1, Path.of(arguments[0]), List.of(self), self, Map.of(), settings));
            String executor =
                    new CompletableFuture<>().defaultExecutor().getClass().getSimpleName();
            System.out.println(ForkJoinPool.commonPool().getParallelism() + " " + executor);
            node.stop();
        }
    }
}
