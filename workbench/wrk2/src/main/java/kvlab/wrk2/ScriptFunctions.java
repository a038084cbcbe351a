package kvlab.wrk2;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import party.iroiro.luajava.JFunction;
import party.iroiro.luajava.Lua;

/**
 * What a script may ask of Java: addresses, the clock, other threads' globals, the figures of a run. {@code wrk.lua} makes
 * wrk2's objects of it, and has checked the arguments.
 */
final class ScriptFunctions {

    private static final int CONNECT_MILLIS = 3_000;
    private static final int TABLE_DEPTH = 100;

    private final Script script;
    private final Script.Host host;
    private String lastFailure;

    ScriptFunctions(Script script, Script.Host host) {
        this.script = script;
        this.host = host;
    }

    /** Why the last attempt to connect failed. */
    String lastFailure() {
        return lastFailure;
    }

    /** Puts a table of all of them on the stack, with the parts of the URL. */
    void push(Lua lua, Target target) {
        lua.newTable();
        set(lua, "scheme", target.scheme());
        set(lua, "host", target.host());
        set(lua, "port", target.port());
        set(lua, "path", target.path());
        set(lua, "exit", l -> exit((int) l.toInteger(1)));
        set(lua, "time_us", l -> {
            l.push(ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now()));
            return 1;
        });
        set(lua, "lookup", l -> {
            l.push(lookup(l.toString(1), l.toString(2)));
            return 1;
        });
        set(lua, "connect", l -> {
            l.push(connect(l.toString(1), l.toString(2)));
            return 1;
        });
        set(lua, "address", l -> {
            InetSocketAddress address = host.address((int) l.toInteger(1));
            l.push(address == null ? "" : address.getAddress().getHostAddress() + " " + address.getPort() + " ");
            return 1;
        });
        set(lua, "set_address", l -> {
            host.setAddress((int) l.toInteger(1), new InetSocketAddress(l.toString(2), (int) l.toInteger(3)));
            return 0;
        });
        set(lua, "stop", l -> {
            host.stop((int) l.toInteger(1));
            return 0;
        });
        set(lua, "get", l -> {
            Lua other = host.stateOf((int) l.toInteger(1)).lua();
            other.getGlobal(l.toString(2));
            copy(other, other.getTop(), script, l, TABLE_DEPTH);
            // Its own state may be the other one, and its stack is this one then.
            other.remove(other.getTop() - (other == l ? 1 : 0));
            return 1;
        });
        set(lua, "set", l -> {
            Script other = host.stateOf((int) l.toInteger(1));
            copy(l, 3, other, other.lua(), TABLE_DEPTH);
            other.lua().setGlobal(l.toString(2));
            return 0;
        });
        set(lua, "statistic", l -> {
            l.push(Double.valueOf(statistic(host.statistics(l.toString(1)), l.toString(2), l.toNumber(3))));
            return 1;
        });
    }

    private static void set(Lua lua, String name, String value) {
        // A URL may have no port, and a null string ends the JVM.
        if (value == null) {
            lua.pushNil();
        } else {
            lua.push(value);
        }
        lua.setField(-2, name);
    }

    private static void set(Lua lua, String name, JFunction function) {
        lua.push(function);
        lua.setField(-2, name);
    }

    private static int exit(int code) {
        System.out.flush();
        Runtime.getRuntime().halt(code);
        return 0;
    }

    /** {@code IP PORT} of each address, with a blank behind it. */
    private static String lookup(String name, String service) {
        int port = port(service);
        try {
            StringBuilder found = new StringBuilder();
            for (InetAddress address : InetAddress.getAllByName(name)) {
                found.append(address.getHostAddress()).append(' ').append(port).append(' ');
            }
            return found.toString();
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("unable to resolve " + name + ":" + service + ", no such host");
        }
    }

    private static int port(String service) {
        return switch (service) {
            case "http" -> 80;
            case "https" -> 443;
            default -> {
                if (!service.matches("\\d{1,5}")) {
                    throw new IllegalArgumentException("unable to resolve " + service + ", expected http or a port");
                }
                yield Integer.parseInt(service);
            }
        };
    }

    private boolean connect(String ip, String port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(ip, Integer.parseInt(port)), CONNECT_MILLIS);
            return true;
        } catch (IOException e) {
            lastFailure = Reason.of(e);
            return false;
        }
    }

    private static double statistic(Stats stats, String name, double argument) {
        return switch (name) {
            case "count" -> stats.count();
            case "min" -> stats.min();
            case "max" -> stats.max();
            case "mean" -> stats.mean();
            case "stdev" -> stats.stdev();
            case "percentile" -> stats.percentile(argument);
            default -> stats.at((long) argument);
        };
    }

    /**
     * Puts a copy of a value on another stack.
     *
     * @param index counted from the bottom: the two stacks may be the same
     * @param owner whose state the other stack is of
     */
    private static void copy(Lua from, int index, Script owner, Lua to, int depth) {
        switch (from.type(index)) {
            case NIL, NONE -> to.pushNil();
            case BOOLEAN -> to.push(from.toBoolean(index));
            case NUMBER -> to.push(Double.valueOf(from.toNumber(index)));
            case STRING -> owner.pushString(to, from.toBuffer(index));
            case TABLE -> copyTable(from, index, owner, to, depth);
            default ->
                throw new IllegalArgumentException("cannot transfer a "
                        + from.type(index).toString().toLowerCase(Locale.ROOT)
                        + " between threads; there are nil, booleans, numbers, strings and tables");
        }
    }

    private static void copyTable(Lua from, int table, Script owner, Lua to, int depth) {
        if (depth == 0) {
            throw new IllegalArgumentException("cannot transfer a table that contains itself");
        }
        to.newTable();
        int copy = to.getTop();
        from.pushNil();
        while (from.next(table) != 0) {
            int value = from.getTop();
            copy(from, value - 1, owner, to, depth - 1);
            copy(from, value, owner, to, depth - 1);
            to.rawSet(copy);
            from.setTop(value - 1);
        }
    }
}
