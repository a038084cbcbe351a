package kvlab.wrk2;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScriptTest {

    private static final Target TARGET = new Target("http://a.b:81/p?q", "http", "a.b", "81", "/p?q");

    @TempDir
    private Path folder;

    private final States states = new States();

    @AfterEach
    void close() {
        states.close();
    }

    // ---- wrk

    @Test
    void fieldsOfWrkAreThoseOfTheUrl() throws Exception {
        assertEquals(
                "http a.b 81 GET /p?q",
                value("table.concat({wrk.scheme, wrk.host, wrk.port, wrk.method, wrk.path}, ' ')"));
        assertEquals(
                "nil table nil", value("tostring(wrk.body) .. ' ' .. type(wrk.headers) .. ' ' .. type(wrk.addrs)"));
        assertEquals("userdata", value("type(wrk.thread)"));
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "none",
            value = {"a.b,81,a.b:81", "a.b,none,a.b", "::1,81,[::1]:81", "::1,none,[::1]"})
    void hostHeaderIsThatOfTheUrl(String name, String port, String header) throws Exception {
        Script script = begin(new Target("url", "http", name, port, "/"), List.of(), "");
        assertEquals("GET / HTTP/1.1\r\nHost: " + header + "\r\n\r\n", request(script));
    }

    @Test
    void headersOfTheCommandLineAreSent() throws Exception {
        Script script = begin(TARGET, List.of("X-A: 1", "Host:elsewhere", "X-B:  b: c "), "");
        assertEquals("GET /p?q HTTP/1.1\r\nHost: elsewhere\r\nX-A: 1\r\nX-B: b: c\r\n\r\n", request(script));
    }

    @Test
    void fieldsThatScriptSetsMakeTheDefaultRequest() throws Exception {
        Script script = begin("wrk.method = 'PUT'; wrk.path = '/x'; wrk.body = 'body'; wrk.headers['X-A'] = 1");
        assertEquals("PUT /x HTTP/1.1\r\nContent-Length: 4\r\nHost: a.b:81\r\nX-A: 1\r\n\r\nbody", request(script));
        assertFalse(script.defines("request"));
        assertFalse(script.defines("response"));
    }

    @Test
    void formatTakesWhatItIsNotGivenFromWrk() throws Exception {
        String host = "Host: a.b:81\r\n";
        assertEquals("GET /p?q HTTP/1.1\r\n" + host + "\r\n", value("wrk.format()"));
        assertEquals("DELETE /x HTTP/1.1\r\n" + host + "\r\n", value("wrk.format('DELETE', '/x')"));
        assertEquals("GET /x HTTP/1.1\r\nHost: z\r\n\r\n", value("wrk.format(nil, '/x', {Host = 'z'})"));
    }

    /** A table has no order of its own, and not even the same one in two runs. */
    @Test
    void headersComeInTheOrderOfTheirNames() throws Exception {
        String lines = "Content-Length: 3\r\nHost: a.b:81\r\nX-A: 1\r\nX-B: 2\r\nX-C: 3\r\nX-D: 4\r\n";
        assertEquals(
                "PUT /x HTTP/1.1\r\n" + lines + "\r\na\0b",
                value("wrk.format('PUT', '/x', {['X-D'] = 4, ['X-B'] = 2, ['X-A'] = 1, ['X-C'] = 3}, 'a\\0b')"));
    }

    @Test
    void nulDoesNotEndWhatARequestIsMadeOf() throws Exception {
        assertEquals(
                "A\0B /c\0d HTTP/1.1\r\nHost: h\0i\r\nX\0Y: z\r\n\r\n",
                value("wrk.format('A\\0B', '/c\\0d', {Host = 'h\\0i', ['X\\0Y'] = 'z'})"));
    }

    @Test
    void lengthOfOneBodyIsNotSentWithTheNextRequest() throws Exception {
        Script script = begin(
                "function request() n = (n or 0) + 1; return wrk.format(nil, nil, nil, n == 1 and 'a' or nil) end");
        assertTrue(request(script).contains("Content-Length: 1"));
        assertFalse(request(script).contains("Content-Length"));
    }

    @Test
    void timeNeverGoesBack() throws Exception {
        long before = System.currentTimeMillis();
        assertEquals(
                "true",
                value("(function() local last = 0; for i = 1, 100000 do local now = wrk.time_us();"
                        + " if now < last then return last - now end; last = now end; return true end)()"));
        double time = Double.parseDouble(value("string.format('%.0f', wrk.time_us())"));
        assertTrue(time >= before * 1e3 && time <= (System.currentTimeMillis() + 1) * 1e3, time + " µs");
    }

    @Test
    void addressesAreLookedUpAndTried() throws Exception {
        try (ScriptedServer server = ScriptedServer.answering(Step.ok("a"))) {
            String lookup = "wrk.lookup('127.0.0.1', " + server.port() + ")";
            assertEquals(
                    "1 127.0.0.1:" + server.port(), value("#" + lookup + " .. ' ' .. tostring(" + lookup + "[1])"));
            assertEquals("true", value("wrk.connect(" + lookup + "[1])"));
            assertEquals("127.0.0.1:80", value("wrk.lookup('127.0.0.1', 'http')[1]"));
            assertEquals(
                    "[::1]:80",
                    value("'[' .. tostring(wrk.lookup('::1', 'http')[1]):gsub(':80$', ']:80')")
                            .replace("0:0:0:0:0:0:0:1", "::1"));
            server.stopListening();
            assertEquals("false", value("wrk.connect(" + lookup + "[1])"));
        }
    }

    @Test
    void hostThatDoesNotAnswerIsNamed() throws Exception {
        Target target = new Target("url", "http", "127.0.0.1", "1", "/");
        Script script = begin(target, List.of(), "");
        ScriptFailure failure = assertThrows(ScriptFailure.class, () -> script.resolve(target));
        assertEquals("unable to connect to 127.0.0.1:1 Connection refused", failure.getMessage());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '^', textBlock = """
            wrk.lookup('::zz', 80)         | unable to resolve ::zz:80, no such host
            wrk.lookup('127.0.0.1', 'ftp') | unable to resolve ftp, expected http or a port
            wrk.connect('a')               | expected an address, one that wrk.lookup returned; got a string
            """)
    void whatIsNoAddressIsRefused(String call, String sentence) {
        assertFailure("script.lua:1: " + sentence, () -> value(call));
    }

    // ---- threads

    @Test
    void setupGivesThreadsTheirGlobals() throws Exception {
        Script main = main("function setup(thread) thread:set('a', 1.5); thread:set('b', 'x\\0y');"
                + " thread:set('c', {7, {x = {'deep'}}}); thread:set('d', false); thread:set('e', nil) end");
        Script script = state("e = 1; function request() return table.concat({type(a), a, b, c[1], c[2].x[1],"
                + " tostring(d), tostring(e)}, ' ') end");
        main.setup(states.all.indexOf(script));
        init(script);
        assertEquals("number 1.5 x\0y 7 deep false nil", request(script));
    }

    @Test
    void doneReadsTheGlobalsOfThreads() throws Exception {
        Script script = state("n = 2^53; s = ('\\0\\255'):rep(100000); t = {[1] = true, k = {v = 'w'}}");
        Script main = main("function setup(thread) T = thread end;"
                + " function request() local s, t = T:get('s'), T:get('t');"
                + " return table.concat({string.format('%.0f', T:get('n')), #s, s:byte(199999), s:byte(200000),"
                + " tostring(t[1]), t.k.v, tostring(T:get('nothing'))}, ' ') end");
        main.setup(states.all.indexOf(script));
        assertEquals("9007199254740992 200000 0 255 true w nil", request(main));
    }

    @Test
    void threadReadsAndSetsItsOwnGlobals() throws Exception {
        Script script = begin("function request() wrk.thread:set('t', {1, {x = 'y'}}); g = {a = {b = 'c'}};"
                + " return t[2].x .. wrk.thread:get('g').a.b .. #wrk.thread:get('t') end");
        assertEquals("yc2", request(script));
    }

    @Test
    void copiesAreNotShared() throws Exception {
        Script script = state("t = {1}; function request() return tostring(t[1]) end");
        Script main = main("function setup(thread) local t = thread:get('t'); t[1] = 2 end");
        main.setup(states.all.indexOf(script));
        assertEquals("1", request(script));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '^', textBlock = """
            thread:set('a', print)                     | cannot transfer a function
            thread:set('a', coroutine.create(print))   | cannot transfer a thread
            thread:set('a', io.stdout)                 | cannot transfer a userdata
            thread:set('a', {{print}})                 | cannot transfer a function
            local t = {}; t.t = t; thread:set('a', t)  | cannot transfer a table that contains itself
            thread.adr = 1                             | cannot set 'adr' of a thread
            """)
    void whatThreadCannotBeGivenIsNamed(String lua, String sentence) throws Exception {
        state("");
        Script main = main("function setup(thread) " + lua + " end");
        assertFailure("script.lua:1: " + sentence, () -> main.setup(0));
    }

    @Test
    void threadIsSentElsewhereByItsAddress() throws Exception {
        state("");
        state("");
        Script main = main("function setup(thread) thread.addr = wrk.lookup('127.0.0.1', n and 82 or 81)[1]; n = 1;"
                + " seen = tostring(thread.addr) end; function request() return seen end");
        main.setup(0);
        main.setup(1);
        assertEquals(81, states.addresses.get(0).getPort());
        assertEquals(82, states.addresses.get(1).getPort());
        assertEquals("127.0.0.1:82", request(main));
    }

    @Test
    void addressThatAnswersIsThatOfEachThreadBeforeSetup() throws Exception {
        try (ScriptedServer server = ScriptedServer.answering(Step.ok("a"))) {
            Target target = new Target("url", "http", "127.0.0.1", "" + server.port(), "/");
            String lua = "function setup(thread) seen = tostring(thread.addr) end;"
                    + " function request() return #wrk.addrs .. ' ' .. tostring(wrk.addrs[1]) .. ' ' .. seen end";
            Script main = state(target, List.of(), lua);
            main.resolve(target);
            main.setup(0);
            String address = "127.0.0.1:" + server.port();
            assertEquals("1 " + address + " " + address, request(main));
            assertEquals(server.port(), states.addresses.get(0).getPort());
        }
    }

    @Test
    void threadIsStopped() throws Exception {
        Script script = begin("function request() wrk.thread:stop(); return 'x' end");
        request(script);
        assertEquals(List.of(0), states.stopped);
    }

    @Test
    void everyStateHasItsOwnGlobals() throws Exception {
        String counting = "function request() n = (n or 0) + 1; return tostring(n) end";
        Script one = state(counting);
        Script other = state(counting);
        assertEquals("1", request(one));
        assertEquals("2", request(one));
        assertEquals("1", request(other));
    }

    // ---- init and request

    @Test
    void initGetsTheUrlAndTheArguments() throws Exception {
        Script script = state("function init(args) all = args[0] .. ' ' .. #args .. ' ' .. args[1] .. args[2] end;"
                + " function request() return all end");
        script.init(0, "http://a.b:81/p?q", List.of("x", "--y=ü"));
        assertEquals("http://a.b:81/p?q 2 x--y=ü", new String(States.request(script), "UTF-8"));
    }

    /** In shared/wrk2-golden/summary-lua.txt, wrk2 printed these. */
    @ParameterizedTest
    @CsvSource({"1,32382,1362", "2,49771,81492"})
    void randomNumbersAreThoseOfWrk2(int seed, int first, int second) throws Exception {
        assertEquals(
                first + "," + second,
                value("(function() math.randomseed(" + seed
                        + "); return math.random(100000) .. ',' .. math.random(100000) end)()"));
    }

    @Test
    void luaIsLuaJit() throws Exception {
        assertEquals("3", value("require('bit').band(7, 3)"));
        assertEquals("1.50 0007 ff", value("string.format('%.2f %04d %x', 1.5, 7, 255)"));
        assertEquals("true", value("jit ~= nil and require('ffi') ~= nil"));
    }

    @Test
    void requestIsAnyBytesOfAnyLength() throws Exception {
        Script script = begin("local sizes, i = {3, 300000, 1, 65536, 65537, 5, 2000000}, 0;"
                + " function request() i = i % #sizes + 1; return ('a\\0\\255'):rep(sizes[i]):sub(1, sizes[i]) end");
        for (int size : new int[] {3, 300_000, 1, 65_536, 65_537, 5, 2_000_000, 3}) {
            byte[] request = States.request(script);
            assertEquals(size, request.length);
            for (int i = 0; i < size; i++) {
                assertEquals(new byte[] {'a', 0, (byte) 255}[i % 3], request[i]);
            }
        }
    }

    @Test
    void textOfTheScriptIsNeverTheMemoryThatRequestsPassThrough() throws Exception {
        // Equal texts are one object in Lua: zeros of any size that a window may have are the script's own.
        Script script = begin("local kept = {} for i, size in ipairs({65536, 65562, 65564, 131072}) do"
                + " kept[i] = ('\\0'):rep(size) end"
                + " function request() for _, text in ipairs(kept) do"
                + " if text:find('[^%z]') then return 'spoilt' end end return 'intact' end");
        assertEquals("intact", request(script));
        assertEquals("intact", request(script));
    }

    @Test
    void scriptMayChangeWhatItAnswersWith() throws Exception {
        Script script = begin("function request() request = function() return 'b' end; return 'a' end");
        assertEquals("a", request(script));
        assertEquals("b", request(script));
    }

    @ParameterizedTest
    @CsvSource({"nil,nil", "12,12", "true,true", "[[]],nothing"})
    void requestThatIsNoStringIsRefused(String value, String shown) throws Exception {
        Script script = begin("function request() return " + value + " end");
        ScriptFailure failure = assertThrows(ScriptFailure.class, script::request);
        assertEquals("request() returned " + shown + ", expected a string", failure.getMessage());
    }

    // ---- response

    @Test
    void responseGetsStatusHeadersAndBody() throws Exception {
        Script script = begin("function response(status, headers, body) seen = status .. ' ' .. headers['X-A'] .. ' '"
                + " .. headers['X-Two'] .. ' ' .. #body .. ' ' .. body end; function request() return seen end");
        assertTrue(script.defines("response"));
        script.response(answer("HTTP/1.1 404 No\r\nX-A: a: b\r\nX-Two: \u00e4\r\nContent-Length: 3\r\n\r\na\0b"));
        assertEquals("404 a: b \u00e4 3 a\0b", request(script));
    }

    @Test
    void responseGetsBodiesOfAnyLength() throws Exception {
        Script script = begin("function response(status, headers, body)"
                + " seen = #body .. body:sub(1, 2) .. body:sub(-2) end; function request() return seen end");
        for (int size : new int[] {10, 300_000, 0, 2_000_000, 5}) {
            String body = size == 0 ? "" : "a\0" + "b".repeat(size - 4) + "\0c";
            script.response(answer("HTTP/1.1 200 OK\r\nContent-Length: " + size + "\r\n\r\n" + body));
            assertEquals(size == 0 ? "0" : size + "a\0\0c", request(script));
        }
    }

    // ---- done

    @Test
    void doneGetsTheSummaryAndBothStatistics() throws Exception {
        Path file = folder.resolve("done");
        Script script = begin("function done(summary, latency, requests)"
                + " local f = io.open('" + file + "', 'w');"
                + " local e = summary.errors;"
                + " f:write(string.format('%d %d %d | %d %d %d %d %d', summary.duration, summary.requests,"
                + " summary.bytes, e.connect, e.read, e.write, e.status, e.timeout), '\\n');"
                + " for _, s in ipairs({latency, requests}) do"
                + " f:write(string.format('%d %d %.3f %.3f %d %d %d', s.min, s.max, s.mean, s.stdev,"
                + " s:percentile(99.9), #s, s[1]), '\\n') end;"
                + " f:write(tostring(latency.nothing)); f:close() end");
        assertTrue(script.defines("done"));
        script.done(states.result);
        LatencyStats latency = new LatencyStats(states.result.latency());
        RateStats rates = new RateStats(states.result.rates());
        assertEquals(
                List.of("12003457 50000 6650000 | 1 2 3 4 5", line(latency), line(rates), "nil"),
                Files.readAllLines(file));
    }

    private static String line(Stats stats) {
        return String.format(
                Locale.ROOT,
                "%.0f %.0f %.3f %.3f %.0f %d %.0f",
                stats.min(),
                stats.max(),
                stats.mean(),
                stats.stdev(),
                stats.percentile(99.9),
                stats.count(),
                stats.at(1));
    }

    // ---- mistakes

    @Test
    void whateverFailsNamesScriptAndLine() throws Exception {
        String failing = " = function() nosuch() end";
        String message = "script.lua:2: attempt to call global 'nosuch' (a nil value)";
        ResponseReader answer = answer("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
        assertFailure(message, () -> state("\nnosuch()"));
        assertFailure(message, () -> main("\nsetup" + failing).setup(0));
        assertFailure(message, () -> state("\ninit" + failing).init(0, "url", List.of()));
        assertFailure(message, () -> state("\nrequest" + failing).request());
        assertFailure(message, () -> state("\nresponse" + failing).response(answer));
        assertFailure(message, () -> state("\ndone" + failing).done(states.result));
    }

    @Test
    void stateIsOfUseAfterAFailure() throws Exception {
        Script script =
                begin("function request() n = (n or 0) + 1; if n % 2 == 1 then error('odd', 0) end; return 'even' end");
        for (int i = 0; i < 1_000; i++) {
            assertEquals(
                    "odd", assertThrows(ScriptFailure.class, script::request).getMessage());
            assertEquals("even", request(script));
        }
    }

    @Test
    void scriptMayLoadItsNeighbours() throws Exception {
        Files.writeString(folder.resolve("neighbour.lua"), "return 'from the neighbour'");
        assertEquals(
                "from the neighbour",
                value("dofile(debug.getinfo(1, 'S').source:match('^@(.*/)') .. 'neighbour.lua')"));
    }

    private static void assertFailure(String message, Executable what) {
        ScriptFailure failure = assertThrows(ScriptFailure.class, what);
        assertTrue(failure.getMessage().contains(message), failure.getMessage());
    }

    /** What a Lua expression gives, as text. */
    private String value(String expression) throws IOException, ScriptFailure {
        return request(begin("function request() return tostring(" + expression + ") end"));
    }

    private static String request(Script script) throws ScriptFailure {
        byte[] request = States.request(script);
        return Ascii.text(request, 0, request.length);
    }

    private static ResponseReader answer(String text) throws MalformedResponse {
        ResponseReader reader = new ResponseReader(true);
        byte[] bytes = Ascii.bytes(text);
        assertEquals(bytes.length, reader.feed(bytes, 0, bytes.length));
        assertTrue(reader.isComplete());
        return reader;
    }

    private Script begin(String lua) throws IOException, ScriptFailure {
        return begin(TARGET, List.of(), lua);
    }

    /** A state that is ready for requests. */
    private Script begin(Target target, List<String> headers, String lua) throws IOException, ScriptFailure {
        return init(state(target, headers, lua));
    }

    private Script init(Script script) throws ScriptFailure {
        script.init(states.all.indexOf(script), TARGET.url(), List.of());
        return script;
    }

    /** The state of setup and done, with an address that nobody has tried. */
    private Script main(String lua) throws IOException, ScriptFailure {
        return state("wrk.addrs = wrk.lookup('127.0.0.1', 81); " + lua);
    }

    private Script state(String lua) throws IOException, ScriptFailure {
        return state(TARGET, List.of(), lua);
    }

    private Script state(Target target, List<String> headers, String lua) throws IOException, ScriptFailure {
        Path file = Files.writeString(folder.resolve("script.lua"), lua);
        return states.load(target, headers, file);
    }
}
