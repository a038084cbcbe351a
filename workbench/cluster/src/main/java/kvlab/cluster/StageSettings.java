package kvlab.cluster;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a stage does when nobody sets anything. A run records what was set and no more, so one without settings is the same as
 * one that names the default, and only the stage itself can tell which that is.
 */
public final class StageSettings {

    private static final String NONE = "This stage has no settings.";
    private static final String HEADING = "Settings, the default first:";

    /**
     * As {@code --set store=base|tuned   how RocksDB is configured}. One that says {@code with client=own-pool:} there chooses
     * that with its default, too, which nobody has who sets nothing.
     */
    private static final Pattern SETTING =
            Pattern.compile("(?m)^ *--set ([^\\s=]+)=([^\\s|]*)\\S*+ *+(?!with \\S+=\\S+:)");

    private StageSettings() {}

    /** Of each setting the value that it has without being set, as the help of its nodes tells. */
    public static Map<String, String> defaults(StageProgram stage) throws IOException {
        Process help =
                new ProcessBuilder(stage.help()).redirectErrorStream(true).start();
        return parse(new String(help.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
    }

    static Map<String, String> parse(String help) throws IOException {
        Map<String, String> defaults = new TreeMap<>();
        // Above the heading --set is explained, too.
        int heading = help.indexOf(HEADING);
        if (heading < 0 && !help.contains(NONE)) {
            throw new IOException("the help of a stage tells no settings: " + help.strip());
        }
        Matcher setting = SETTING.matcher(heading < 0 ? "" : help.substring(heading));
        while (setting.find()) {
            defaults.put(setting.group(1), setting.group(2));
        }
        return defaults;
    }
}
