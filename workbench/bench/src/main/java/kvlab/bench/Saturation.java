package kvlab.bench;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import kvlab.cluster.Cluster;
import kvlab.cluster.ClusterSpec;
import kvlab.cluster.NodeFailure;
import kvlab.cluster.NodeListener;
import kvlab.cluster.NodeProcess;
import kvlab.cluster.NodeProgram;
import kvlab.cluster.UsageException;

/**
 * How much of what HTTP alone would allow does a stage reach? Both servers run all the while, each as a process of its
 * own; the load goes to one and the other in turn, in short windows, so that a neighbour who takes half of the machine
 * for a minute takes it from both. The figure is the ratio within a pair of windows; a rate by itself says more about
 * the machine than about the server.
 *
 * <p>The load is a closed loop: each connection sends its next request when the last one is answered. That finds the
 * rate at which the machine is saturated, and says nothing about latency.
 */
public final class Saturation {

    private static final int THREADS = 2;

    /** Asked for so many requests a second, wrk2 has none to wait for and sends each as soon as the last is answered. */
    private static final int BEYOND_REACH = 10_000_000;

    private static final int VALUE_BYTES = 64;

    private final Plan plan;
    private final Path wrk2;
    private final Consumer<String> progress;

    /**
     * @param keys how many keys there are; a GET finds each of them
     * @param warmUp seconds of load on each server before the first window that counts
     * @param window seconds
     */
    public record Plan(
            NodeProgram stage,
            NodeProgram ceiling,
            List<String> settings,
            int port,
            int connections,
            int keys,
            int warmUp,
            int window,
            int pairs) {}

    /** Requests a second of two windows, one right after the other. */
    public record Pair(double ceiling, double stage) {

        public double ratio() {
            return stage / ceiling;
        }
    }

    public record Result(String method, List<Pair> pairs) {

        public double median() {
            double[] ratios = sorted();
            int half = ratios.length / 2;
            return ratios.length % 2 == 1 ? ratios[half] : (ratios[half - 1] + ratios[half]) / 2;
        }

        public double lowest() {
            return sorted()[0];
        }

        public double highest() {
            return sorted()[pairs.size() - 1];
        }

        private double[] sorted() {
            double[] ratios = pairs.stream().mapToDouble(Pair::ratio).toArray();
            Arrays.sort(ratios);
            return ratios;
        }
    }

    /** @param wrk2 the program that loads */
    public Saturation(Plan plan, Path wrk2, Consumer<String> progress) {
        this.plan = plan;
        this.wrk2 = wrk2;
        this.progress = progress;
    }

    /** @param scratch a folder for everything that the measurement needs only while it runs */
    public Result measure(String method, Path scratch)
            throws UsageException, NodeFailure, IOException, InterruptedException {
        Path script = scratch.resolve("saturate.lua");
        Files.createDirectories(scratch);
        try (InputStream resource = Saturation.class.getResourceAsStream("saturate.lua")) {
            Files.write(script, resource.readAllBytes());
        }
        try (Cluster ceiling = start(plan.ceiling(), plan.port(), List.of(), scratch);
                Cluster stage = start(plan.stage(), plan.port() + 1, plan.settings(), scratch)) {
            if (method.equals("GET")) {
                progress.accept("writing " + plan.keys() + " keys");
                fill(plan.port() + 1);
            }
            progress.accept(method + ": warming up for " + 2 * plan.warmUp() + " s");
            load(method, ceiling, script, plan.warmUp());
            load(method, stage, script, plan.warmUp());
            List<Pair> pairs = new ArrayList<>();
            for (int i = 1; i <= plan.pairs(); i++) {
                progress.accept(method + ": pair " + i + " of " + plan.pairs());
                pairs.add(new Pair(
                        load(method, ceiling, script, plan.window()), load(method, stage, script, plan.window())));
            }
            return new Result(method, pairs);
        }
    }

    private static Cluster start(NodeProgram program, int port, List<String> settings, Path scratch)
            throws UsageException, NodeFailure, InterruptedException {
        Path own = scratch.resolve(Integer.toString(port));
        ClusterSpec spec = new ClusterSpec(program, 1, port, own.resolve("data"), settings, ClusterSpec.DEFAULT_HEAP);
        return Cluster.start(spec, own, new Silent());
    }

    private void fill(int port) throws IOException, InterruptedException {
        HttpClient client = HttpClient.newHttpClient();
        HttpRequest.BodyPublisher value = HttpRequest.BodyPublishers.ofByteArray(new byte[VALUE_BYTES]);
        for (int i = 1; i <= plan.keys(); i++) {
            URI uri = URI.create("http://127.0.0.1:" + port + "/v0/entity?id=key-" + i);
            int status = client.send(
                            HttpRequest.newBuilder(uri).PUT(value).build(), HttpResponse.BodyHandlers.discarding())
                    .statusCode();
            if (status != 201) {
                throw new IOException("PUT of " + uri + " was answered with " + status);
            }
        }
    }

    private double load(String method, Cluster target, Path script, int seconds)
            throws IOException, InterruptedException {
        String url = "http://127.0.0.1:" + target.nodes().get(0).port();
        List<String> command = List.of(
                wrk2.toString(),
                "-t" + THREADS,
                "-c" + plan.connections(),
                "-d" + seconds + "s",
                "-R" + BEYOND_REACH,
                "-s",
                script.toString(),
                url,
                "--",
                method,
                Integer.toString(plan.keys()));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output;
        try {
            output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } finally {
            process.destroy();
        }
        process.waitFor();
        return WrkReport.parse(output).requestsPerSecond();
    }

    /** What the nodes log is in nobody's way while a measurement runs. */
    private static final class Silent implements NodeListener {

        @Override
        public void said(NodeProcess node, String line) {
            // Kept by the node itself, and told if it dies.
        }

        @Override
        public void ended(NodeProcess node) {
            // The load meets a closed port, and the measurement fails.
        }
    }
}
