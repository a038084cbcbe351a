package kvlab.wrk2;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import party.iroiro.luajava.Lua;
import party.iroiro.luajava.LuaException;
import party.iroiro.luajava.luajit.LuaJit;

/**
 * A user's Lua script in a LuaJIT state of its own. wrk2 has a state for each thread, in which requests are made and
 * answers seen, and one more for {@code setup} and {@code done}; so has this. Without a script a state makes the default
 * request.
 *
 * <p>The problem is the way between Java and Lua: a request is made up to 50,000 times a second, and whatever Java
 * allocates for it must be collected some day, in a pause that looks like a slow server. So both sides share a piece of
 * memory, the window, into which Lua copies a request and from which Java takes it, and no object is made.
 * What a script finds is in {@code wrk.lua}, what it may ask of Java in {@link ScriptFunctions}.
 */
final class Script implements AutoCloseable {

    static final String ENGINE = "LuaJIT 2.1";

    private static final int WINDOW = 64 * 1024;
    private static final List<String> ENTRIES = List.of(
            "open_window",
            "string",
            "header",
            "resolve",
            "setup",
            "init",
            "defines",
            "request",
            "last",
            "response",
            "done",
            "flush");

    private final Lua lua = new LuaJit();
    private final ScriptFunctions functions;
    private final Map<String, Integer> entries = new HashMap<>();
    private final int request;
    private ByteBuffer window;

    /** The other side of what a script may do to a thread, and ask of a result. */
    interface Host {

        Script stateOf(int thread);

        InetSocketAddress address(int thread);

        void setAddress(int thread, InetSocketAddress address);

        void stop(int thread);

        Stats statistics(String which);
    }

    private Script(LoadOptions options, Host host) throws ScriptFailure {
        lua.openLibraries();
        functions = new ScriptFunctions(this, host);
        functions.push(lua, options.target());
        lua.setGlobal("host_functions");
        load(Sources.resource("wrk.lua"), "=wrk");
        call(0, 1);
        for (String name : ENTRIES) {
            lua.getField(-1, name);
            entries.put(name, lua.ref());
        }
        lua.pop(1);
        request = entries.get("request");
        openWindow(WINDOW);
        for (String header : options.headers()) {
            int colon = header.indexOf(':');
            enter("header");
            lua.push(header.substring(0, colon));
            lua.push(header.substring(colon + 1).strip());
            call(2, 0);
        }
    }

    /** @throws ScriptFailure naming script and line, when it cannot be read, does not compile or fails at once */
    static Script load(LoadOptions options, Host host) throws ScriptFailure {
        Script script = new Script(options, host);
        try {
            if (options.script() != null) {
                script.load(read(options.script()), "@" + options.script());
                script.call(0, 0);
            }
            return script;
        } catch (ScriptFailure e) {
            script.close();
            throw e;
        }
    }

    /** Finds out which addresses the URL's host has and which of them accept a connection: {@code wrk.addrs}. */
    void resolve(Target target) throws ScriptFailure {
        enter("resolve");
        call(0, 1);
        long reachable = lua.toInteger(-1);
        lua.pop(1);
        if (reachable == 0) {
            String service = target.port() == null ? target.scheme() : target.port();
            throw new ScriptFailure(
                    "unable to connect to " + target.host() + ":" + service + " " + functions.lastFailure());
        }
    }

    void setup(int thread) throws ScriptFailure {
        enter("setup");
        lua.push(thread);
        call(1, 0);
    }

    void init(int thread, String url, List<String> arguments) throws ScriptFailure {
        enter("init");
        lua.push(thread);
        lua.push(url);
        for (String argument : arguments) {
            lua.push(argument);
        }
        call(2 + arguments.size(), 0);
    }

    boolean defines(String function) throws ScriptFailure {
        enter("defines");
        lua.push(function);
        call(1, 1);
        boolean defined = lua.toBoolean(-1);
        lua.pop(1);
        return defined;
    }

    /** The next request: what stands in the window from 0 to its limit, until the next call of anything here. */
    ByteBuffer request() throws ScriptFailure {
        lua.refGet(request);
        int length = callForLength();
        if (length < 0) {
            openWindow(-length);
            enter("last");
            length = callForLength();
        }
        return window.limit(length).position(0);
    }

    private int callForLength() throws ScriptFailure {
        call(0, 1);
        int length = (int) lua.toInteger(-1);
        lua.pop(1);
        return length;
    }

    /** Names and values of the headers, each ended by a NUL, and then the body, in one go through the window. */
    void response(ResponseReader response) throws ScriptFailure {
        StringBuilder text = new StringBuilder();
        for (ResponseReader.Header header : response.headers()) {
            text.append(header.name()).append('\0').append(header.value()).append('\0');
        }
        byte[] headers = text.toString().getBytes(StandardCharsets.ISO_8859_1);
        if (headers.length + response.bodyLength() > window.capacity()) {
            openWindow(headers.length + response.bodyLength());
        }
        window.clear().put(headers).put(response.body(), 0, response.bodyLength());
        enter("response");
        lua.push(response.status());
        lua.push(headers.length);
        lua.push(response.bodyLength());
        call(3, 0);
    }

    void done(LoadResult result) throws ScriptFailure {
        Errors errors = result.counts().errors();
        enter("done");
        lua.push(result.runtimeMicros());
        lua.push(result.counts().answered());
        lua.push(result.counts().bytes());
        lua.push(errors.connect());
        lua.push(errors.read());
        lua.push(errors.write());
        lua.push(errors.status());
        lua.push(errors.timeout());
        call(8, 0);
    }

    /** Before Java prints: a script prints through the C library, which buffers. */
    void flush() throws ScriptFailure {
        enter("flush");
        call(0, 0);
    }

    @Override
    public void close() {
        lua.close();
    }

    Lua lua() {
        return lua;
    }

    /**
     * Puts a string on a stack of this state. Through the window: the library takes Java's strings only, and a Lua string is
     * any bytes.
     *
     * @param stack of this state or of one of its coroutines
     */
    void pushString(Lua stack, ByteBuffer bytes) {
        int length = bytes.remaining();
        try {
            if (length > window.capacity()) {
                openWindow(length);
            }
        } catch (ScriptFailure e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
        window.clear().put(bytes);
        stack.refGet(entries.get("string"));
        stack.push(length);
        stack.pCall(1, 1);
    }

    private void enter(String name) {
        lua.refGet(entries.get(name));
    }

    private void call(int arguments, int results) throws ScriptFailure {
        try {
            lua.pCall(arguments, results);
        } catch (LuaException e) {
            throw new ScriptFailure(e.getMessage());
        }
    }

    private void load(ByteBuffer source, String name) throws ScriptFailure {
        try {
            lua.load(source, name);
        } catch (LuaException e) {
            throw new ScriptFailure(e.getMessage());
        }
    }

    private static ByteBuffer read(Path script) throws ScriptFailure {
        try {
            return Sources.direct(Files.readAllBytes(script));
        } catch (IOException e) {
            throw new ScriptFailure("cannot read the script " + script + ": " + Reason.of(e));
        }
    }

    private void openWindow(int atLeast) throws ScriptFailure {
        enter("open_window");
        lua.push(atLeast);
        call(1, 1);
        // The library's own toDirectBuffer gives a buffer that can only be read.
        window = (ByteBuffer) lua.getLuaNatives().luaJ_todirectbuffer(lua.getPointer(), -1);
        lua.pop(1);
    }
}
