package kvlab.cli;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import kvlab.cluster.UsageException;

/** {@code 4-async-client:client=own-pool,pool=4}: one side of a comparison, and settings that are its alone. */
record SideArgument(String stage, List<String> settings) {

    private static final Pattern SHAPE = Pattern.compile("(.+?):([^:/=,]+=[^,]+(?:,[^:/=,]+=[^,]+)*)");

    /** No setting of a stage: the bench's own, as in --vary. */
    private static final String NODES = "nodes=";

    static SideArgument of(String text) {
        Matcher shape = SHAPE.matcher(text);
        return shape.matches()
                ? new SideArgument(shape.group(1), List.of(shape.group(2).split(",")))
                : new SideArgument(text, List.of());
    }

    /** As the comparison calls it. */
    String name(String program) {
        return settings.isEmpty() ? program : program + " " + String.join(" ", settings);
    }

    LoadOptions.Cluster with(LoadOptions.Cluster cluster) throws UsageException {
        LoadOptions.Cluster whole = cluster;
        for (String setting : settings) {
            whole = setting.startsWith(NODES) ? whole.of(nodes(setting)) : whole.with(setting);
        }
        return whole;
    }

    private int nodes(String setting) throws UsageException {
        String number = setting.substring(NODES.length());
        if (!number.matches("\\d{1,9}")) {
            throw UsageException.of(stage + ":" + setting + ": " + number + " is not a number");
        }
        return Integer.parseInt(number);
    }
}
