package kvlab.node;

import java.lang.reflect.InvocationTargetException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A node's command line. It is the contract between a node and whoever starts it, so everything is checked before
 * anything is opened, and a mistake is answered with the option and the values that it takes.
 */
final class NodeOptions {

    private static final List<String> NAMES =
            List.of("--factory", "--port", "--data", "--cluster", "--self", "--via", "--bind", "--set", "--help");

    private final Map<String, String> single = new LinkedHashMap<>();
    private final List<String> via = new ArrayList<>();
    private final List<String> set = new ArrayList<>();
    private boolean help;

    static NodeOptions parse(String... arguments) throws UsageException {
        NodeOptions options = new NodeOptions();
        for (int i = 0; i < arguments.length; i++) {
            String name = arguments[i];
            if (!NAMES.contains(name)) {
                throw new UsageException("unknown option '" + name + "'; there are " + String.join(", ", NAMES));
            }
            if (name.equals("--help")) {
                options.help = true;
                continue;
            }
            if (++i == arguments.length) {
                throw new UsageException(name + " needs a value");
            }
            options.add(name, arguments[i]);
        }
        return options;
    }

    private void add(String name, String value) throws UsageException {
        switch (name) {
            case "--via" -> via.add(value);
            case "--set" -> set.add(value);
            default -> {
                if (single.put(name, value) != null) {
                    throw new UsageException(name + " is given twice");
                }
            }
        }
    }

    boolean help() {
        return help;
    }

    boolean namesFactory() {
        return single.containsKey("--factory");
    }

    NodeFactory factory() throws UsageException {
        String name = required("--factory");
        try {
            return Class.forName(name)
                    .asSubclass(NodeFactory.class)
                    .getConstructor()
                    .newInstance();
        } catch (ClassNotFoundException e) {
            throw new UsageException("--factory " + name + ": there is no such class on the class path");
        } catch (ClassCastException e) {
            throw new UsageException("--factory " + name + ": the class is not a " + NodeFactory.class.getName());
        } catch (NoSuchMethodException | InstantiationException | IllegalAccessException e) {
            throw new UsageException("--factory " + name + ": the class has no public constructor without parameters");
        } catch (InvocationTargetException e) {
            throw new IllegalStateException("--factory " + name + ": its constructor failed", e.getCause());
        }
    }

    NodeConfig config(List<Setting> settings) throws UsageException {
        int port = port();
        String self = url("--self", single.getOrDefault("--self", "http://127.0.0.1:" + port));
        List<String> cluster = cluster(self);
        return new NodeConfig(bind(), port, data(), cluster, self, addresses(cluster), values(settings));
    }

    private int port() throws UsageException {
        String text = required("--port");
        if (text.matches("[0-9]{1,5}") && Integer.parseInt(text) >= 1 && Integer.parseInt(text) <= 65535) {
            return Integer.parseInt(text);
        }
        throw new UsageException("--port " + text + ": expected a number from 1 to 65535");
    }

    private String bind() throws UsageException {
        String address = single.getOrDefault("--bind", "127.0.0.1");
        try {
            if (!address.isEmpty() && InetAddress.getByName(address) != null) {
                return address;
            }
        } catch (UnknownHostException e) {
            // The sentence below says it.
        }
        throw new UsageException("--bind " + address + ": expected an address of this machine");
    }

    private Path data() throws UsageException {
        String text = required("--data");
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw new UsageException("--data " + text + ": not the name of a directory");
        }
    }

    private List<String> cluster(String self) throws UsageException {
        List<String> members = List.of(single.getOrDefault("--cluster", self).split(",", -1));
        for (String member : members) {
            url("--cluster", member);
        }
        if (new HashSet<>(members).size() < members.size()) {
            throw new UsageException("--cluster names a member twice: " + String.join(",", members));
        }
        if (!members.contains(self)) {
            throw new UsageException("--cluster " + String.join(",", members) + " does not name this node, " + self
                    + "; add it, or say with --self which member this is");
        }
        return members;
    }

    private Map<String, String> addresses(List<String> cluster) throws UsageException {
        Map<String, String> addresses = new LinkedHashMap<>();
        for (String given : via) {
            int equals = given.lastIndexOf('=');
            if (equals < 0) {
                throw new UsageException("--via " + given + ": expected URL=HOST:PORT");
            }
            String member = given.substring(0, equals);
            String address = given.substring(equals + 1);
            if (!cluster.contains(member)) {
                throw new UsageException("--via " + given + ": " + member + " is not in --cluster");
            }
            if (!isHostAndPort("http://" + address)) {
                throw new UsageException("--via " + given + ": expected URL=HOST:PORT");
            }
            if (addresses.put(member, address) != null) {
                throw new UsageException("--via names " + member + " twice");
            }
        }
        return addresses;
    }

    private Map<String, String> values(List<Setting> settings) throws UsageException {
        Map<String, Setting> byName = new LinkedHashMap<>();
        Map<String, String> values = new LinkedHashMap<>();
        for (Setting setting : settings) {
            byName.put(setting.name(), setting);
            values.put(setting.name(), setting.defaultValue());
        }
        Set<String> given = new LinkedHashSet<>();
        for (String assignment : set) {
            int equals = assignment.indexOf('=');
            String name = equals < 0 ? assignment : assignment.substring(0, equals);
            Setting setting = byName.get(name);
            if (setting == null) {
                throw new UsageException("--set " + assignment + ": there is no setting '" + name + "'; there "
                        + (settings.isEmpty() ? "are none" : "is " + list(settings)));
            }
            String value = equals < 0 ? "" : assignment.substring(equals + 1);
            if (!setting.values().contains(value)) {
                throw new UsageException(
                        "--set " + assignment + ": expected " + setting + " (" + setting.purpose() + ")");
            }
            if (!given.add(name)) {
                throw new UsageException("--set " + name + " is given twice");
            }
            values.put(name, value);
        }
        Set<String> chosen = new HashSet<>(given);
        for (String name : given) {
            choose(byName.get(name).needs(), name, chosen, values);
        }
        return values;
    }

    /** Who varies what nobody reads compares a thing with itself, and learns that it makes no difference. */
    private static void choose(String needed, String by, Set<String> chosen, Map<String, String> values)
            throws UsageException {
        if (needed == null) {
            return;
        }
        String other = needed.substring(0, needed.indexOf('='));
        if (chosen.add(other)) {
            values.put(other, needed.substring(other.length() + 1));
        }
        String now = other + "=" + values.get(other);
        if (!now.equals(needed)) {
            throw new UsageException(
                    "--set " + by + "=" + values.get(by) + " does nothing with " + now + ": it needs --set " + needed);
        }
    }

    private static String list(List<Setting> settings) {
        return settings.stream().map(Setting::toString).collect(Collectors.joining(", "));
    }

    private String required(String name) throws UsageException {
        String value = single.get(name);
        if (value == null || value.isEmpty()) {
            throw new UsageException(name + " is missing");
        }
        return value;
    }

    private static String url(String option, String text) throws UsageException {
        if (!isHostAndPort(text)) {
            throw new UsageException(option + " " + text + ": expected http://HOST:PORT");
        }
        return text;
    }

    private static boolean isHostAndPort(String text) {
        try {
            URI uri = URI.create(text);
            return "http".equals(uri.getScheme())
                    && uri.getHost() != null
                    && uri.getPort() >= 1
                    && uri.getPort() <= 65535
                    && text.equals("http://" + uri.getHost() + ":" + uri.getPort());
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
