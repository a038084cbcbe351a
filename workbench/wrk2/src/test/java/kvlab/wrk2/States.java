package kvlab.wrk2;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** The states of a script as a run has them, without the run. */
final class States implements Script.Host, AutoCloseable {

    final List<Script> all = new ArrayList<>();
    final TreeMap<Integer, InetSocketAddress> addresses = new TreeMap<>();
    final List<Integer> stopped = new ArrayList<>();
    final LoadResult result = Runs.of("tail");

    Script load(Target target, List<String> headers, Path file) throws ScriptFailure {
        LoadOptions options = new LoadOptions(
                target, 1, 1, 1, 1, false, 1, file, headers, false, false, false, false, List.of(), null, null);
        Script script = Script.load(options, this);
        all.add(script);
        return script;
    }

    static byte[] request(Script script) throws ScriptFailure {
        ByteBuffer buffer = script.request();
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        return bytes;
    }

    @Override
    public Script stateOf(int thread) {
        return all.get(thread);
    }

    @Override
    public InetSocketAddress address(int thread) {
        return addresses.get(thread);
    }

    @Override
    public void setAddress(int thread, InetSocketAddress address) {
        addresses.put(thread, address);
    }

    @Override
    public void stop(int thread) {
        stopped.add(thread);
    }

    @Override
    public Stats statistics(String which) {
        return which.equals("latency") ? new LatencyStats(result.latency()) : new RateStats(result.rates());
    }

    @Override
    public void close() {
        all.forEach(Script::close);
    }
}
