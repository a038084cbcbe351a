package kvlab.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import kvlab.cluster.UsageException;

/** {@code 4-async-client:client=own-pool,pool=4}: one side of a comparison, and settings that are its alone. */
record SideArgument(String stage, List<String> settings) {

    private static final Pattern SHAPE = Pattern.compile("(.+?):([^:/=,]+=[^,]+(?:,[^:/=,]+=[^,]+)*)");

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

    LoadOptions.Cluster with(LoadOptions.Cluster cluster, Path home) throws UsageException {
        LoadOptions.Cluster whole = cluster;
        for (String setting : settings) {
            String[] both = setting.split("=", 2);
            whole = VaryOption.with(whole, both[0], both[1], stage + ":" + setting, home);
        }
        return whole;
    }

    boolean choosesJdk() {
        return settings.stream().anyMatch(setting -> setting.startsWith("jdk="));
    }
}
