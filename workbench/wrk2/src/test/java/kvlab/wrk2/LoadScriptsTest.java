package kvlab.wrk2;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The scripts of wrk_scripts, against a store that is only a map. */
@Tag("slow")
@Timeout(120)
class LoadScriptsTest {

    private static final String[] FEW_KEYS = {"keys=40", "value=100"};
    private static final Pattern WRITTEN = Pattern.compile("(?m)^keys: wrote (\\d+) of 40;.* from=(\\d+) ");

    // ---- requests

    @ParameterizedTest
    @ValueSource(strings = {"put", "get", "delete", "mixed", "hot-keys", "overwrite"})
    void sameSeedGivesTheSameRequests(String name) throws Exception {
        List<String> requests = requests(name, "keys=1000", "seed=7");
        assertEquals(requests, requests(name, "keys=1000", "seed=7"));
        assertEquals(300, requests.size());
        for (String request : requests) {
            assertTrue(request.matches("(?s)(GET|PUT|DELETE) /v0/entity\\?id=k\\d+ HTTP/1\\.1\r\n.*"), request);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"get", "mixed", "hot-keys"})
    void anotherSeedGivesOtherRequests(String name) throws Exception {
        assertFalse(requests(name, "keys=1000", "seed=7").equals(requests(name, "keys=1000", "seed=8")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"put", "get", "delete", "mixed", "hot-keys", "overwrite"})
    void argumentThatIsUnknownEndsTheRun(String name) throws Exception {
        try (ScriptedServer server = store(new ConcurrentHashMap<>())) {
            Load load = Load.of(server, "-R10", "-s", path(name), "--", "nosuch=1");
            assertEquals(Wrk2.BAD, load.status());
            assertTrue(load.err().contains("nosuch=1"), load.err());
            assertEquals(0, server.requestCount());
        }
    }

    // ---- runs

    @LoadTogether
    void whatPutWroteIsFoundByGetHotKeysAndMixedUntilItIsDeleted() throws Exception {
        Map<String, String> values = new ConcurrentHashMap<>();
        try (ScriptedServer server = store(values)) {
            run(server, "put");
            assertEquals(40, values.size());
            for (String reader : List.of("get", "hot-keys", "mixed")) {
                String out = run(server, reader);
                assertTrue(out.endsWith("\nverify: missing=0 wrong=0\n"), out);
            }
            run(server, "delete");
            assertEquals(Map.of(), values);
            String out = run(server, "get");
            assertTrue(out.matches("(?s).*\nverify: missing=[1-9]\\d* wrong=0\n"), out);
        }
    }

    @LoadTogether
    void walkThatWasTooShortIsGoneOnWith() throws Exception {
        Map<String, String> values = new ConcurrentHashMap<>();
        try (ScriptedServer server = store(values)) {
            Matcher left = WRITTEN.matcher(run(server, 30, "put"));
            assertTrue(left.find());
            int untold = values.size() - Integer.parseInt(left.group(1));
            assertTrue(0 <= untold && untold <= 2 * 4, "each of 2 threads leaves out 4 requests at most: " + untold);
            int asked = server.requestCount();
            String out = run(server, 200, "put", "from=" + left.group(2));
            assertEquals(40, values.size());
            assertFalse(out.contains("keys:"), out);
            List<String> first = server.requests().subList(asked, asked + 2).stream()
                    .map(ReceivedRequest::path)
                    .toList();
            assertFalse(first.stream().anyMatch(path -> path.endsWith("id=k0")), first.toString());
        }
    }

    @LoadTogether
    void valuesThatServerMixesUpAreWrong() throws Exception {
        Map<String, String> values = new ConcurrentHashMap<>();
        try (ScriptedServer server = store(values)) {
            run(server, "put");
            String one = values.values().iterator().next();
            values.replaceAll((key, value) -> one);
            String out = run(server, "get");
            assertTrue(out.matches("(?s).*\nverify: missing=0 wrong=[1-9]\\d*\n"), out);
        }
    }

    @LoadTogether
    void overwriteWritesOtherValues() throws Exception {
        Map<String, String> values = new ConcurrentHashMap<>();
        try (ScriptedServer server = store(values)) {
            run(server, "overwrite");
            assertEquals(40, values.size());
            List<String> written = server.requests().stream()
                    .filter(request -> request.path().endsWith("id=k3"))
                    .map(ReceivedRequest::text)
                    .toList();
            assertTrue(written.size() > 1, written.toString());
            assertEquals(written.size(), written.stream().distinct().count());
        }
    }

    private static String run(ScriptedServer server, String script) throws Exception {
        return run(server, 200, script);
    }

    private static String run(ScriptedServer server, int rate, String script, String... more) throws Exception {
        List<String> arguments =
                new ArrayList<>(List.of("-t2", "-c4", "-d1", "-R" + rate, "-s", path(script), server.url("/"), "--"));
        arguments.addAll(List.of(FEW_KEYS));
        arguments.addAll(List.of(more));
        Program wrk2 = Program.wrk2(arguments.toArray(String[]::new));
        assertEquals(0, wrk2.await(), wrk2.err());
        assertFalse(wrk2.out().contains("Socket errors"), wrk2.out());
        return wrk2.out();
    }

    private static ScriptedServer store(Map<String, String> values) throws IOException {
        return ScriptedServer.playing(request -> {
            String key = request.path();
            switch (request.method()) {
                case "PUT" -> {
                    values.put(key, request.text());
                    return Step.answer(201, "");
                }
                case "DELETE" -> {
                    values.remove(key);
                    return Step.answer(202, "");
                }
                default -> {
                    String value = values.get(key);
                    return value == null ? Step.answer(404, "") : Step.ok(value);
                }
            }
        });
    }

    /** What two threads of a run would send first, without a run. */
    private static List<String> requests(String name, String... arguments) throws IOException, ScriptFailure {
        try (ScriptedServer server = store(Map.of())) {
            String port = Integer.toString(server.port());
            return requests(new Target(server.url("/"), "http", "127.0.0.1", port, "/"), name, arguments);
        }
    }

    private static List<String> requests(Target target, String name, String... arguments) throws ScriptFailure {
        List<String> requests = new ArrayList<>();
        try (States states = new States()) {
            for (int state = 0; state < 3; state++) {
                states.load(target, List.of(), Path.of(path(name)));
            }
            Script main = states.stateOf(2);
            main.resolve(target);
            for (int thread = 0; thread < 2; thread++) {
                Script script = states.stateOf(thread);
                main.setup(thread);
                script.init(thread, target.url(), List.of(arguments));
                for (int n = 0; n < 150; n++) {
                    requests.add(text(States.request(script)));
                }
            }
            return requests;
        }
    }

    private static String text(byte[] request) {
        return Ascii.text(request, 0, request.length).replaceFirst("Host: \\S+", "Host: here");
    }

    private static String path(String script) {
        return Path.of(System.getProperty("kvlab.home"), "wrk_scripts", script + ".lua")
                .toString();
    }
}
