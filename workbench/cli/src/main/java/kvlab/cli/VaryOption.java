package kvlab.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import kvlab.bench.machine.JdkFinder;
import kvlab.cluster.UsageException;

/** {@code --vary client=futures,virtual}: the same cluster, but for one thing. */
record VaryOption(String name, List<String> values) {

    private static final Pattern SHAPE = Pattern.compile("([^=,]+)=([^=,]+(?:,[^=,]+)+)");
    private static final String NODES = "nodes";
    private static final String LINK_DELAY = "link-delay";
    private static final String JDK = "jdk";
    private static final List<String> OF_ANY_PROGRAM = List.of(NODES, LINK_DELAY);

    static VaryOption of(String text) throws UsageException {
        Matcher shape = SHAPE.matcher(text);
        if (!shape.matches()) {
            throw UsageException.of(
                    "--vary " + text + ": expected a name and two values or more, as client=futures,virtual");
        }
        return new VaryOption(shape.group(1), List.of(shape.group(2).split(",")));
    }

    /** @param settings what is set already, for all of them */
    void requireFree(List<String> settings) throws UsageException {
        for (String setting : settings) {
            if (setting.startsWith(name + "=")) {
                throw UsageException.of(setting + " and --vary " + name + ": give one of the two");
            }
        }
    }

    /** Fails unless the bench does it, and not the program itself. */
    void requireOfAnyProgram() throws UsageException {
        if (!OF_ANY_PROGRAM.contains(name)) {
            throw UsageException.of("--vary " + name + " is for stages; a --command takes --vary "
                    + String.join(" and --vary ", OF_ANY_PROGRAM));
        }
    }

    /** One for each value, in their order. */
    List<LoadOptions.Cluster> clusters(LoadOptions.Cluster cluster, Path home) throws UsageException {
        List<LoadOptions.Cluster> clusters = new ArrayList<>();
        for (String value : values) {
            clusters.add(with(cluster, name, value, "--vary " + name, home));
        }
        if (name.equals(LINK_DELAY) && cluster.nodes() < 2) {
            throw UsageException.of("--vary link-delay: one node has no link to another; give --nodes 2 or more");
        }
        return clusters;
    }

    /**
     * Three names are the bench's own; every other one is a setting of the stage.
     *
     * @param where the value was given, as the user wrote it
     */
    static LoadOptions.Cluster with(LoadOptions.Cluster cluster, String name, String value, String where, Path home)
            throws UsageException {
        return switch (name) {
            case NODES -> cluster.of(number(value, where));
            case LINK_DELAY -> cluster.delayed(Times.of(where + ":", value));
            case JDK -> cluster.on(JdkFinder.jvm(home, value));
            default -> cluster.with(name + "=" + value);
        };
    }

    private static int number(String value, String where) throws UsageException {
        if (!value.matches("\\d{1,9}")) {
            throw UsageException.of(where + ": " + value + " is not a number");
        }
        return Integer.parseInt(value);
    }
}
