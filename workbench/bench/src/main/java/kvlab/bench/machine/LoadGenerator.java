package kvlab.bench.machine;

import com.google.gson.annotations.SerializedName;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The program that makes a constant rate: a real wrk2 where there is one, else the kit's own, which takes the same
 * options. A name proves nothing: built from source wrk2 is called wrk, and Debian has another program of that name, the
 * first wrk. The two are told apart by --rate in their usage text.
 *
 * @param rejected the programs of these names that are not wrk2
 */
public record LoadGenerator(Engine engine, Path path, String version, List<Rejected> rejected) {

    /** What a figure was measured with; figures of different engines are not to be compared. */
    public enum Engine {
        @SerializedName("wrk2")
        WRK2,
        @SerializedName("drop-in")
        DROP_IN,
        @SerializedName("none")
        NONE;

        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public record Rejected(Path path, String version, String reason) {

        private String sentence() {
            return path.getFileName() + (version == null ? "" : " " + version) + " (" + path + ") " + reason;
        }
    }

    private static final Pattern VERSION = Pattern.compile("(?m)^wrk2? .*?(\\d+(?:\\.\\d+)+).*Will Glozer");

    private static final Pattern DROP_IN_VERSION = Pattern.compile("(?m)^wrk2 drop-in (\\S+)");
    private static final String DROP_IN = "workbench/wrk2/bin/wrk2";

    private static final String NO_RATE = "is not wrk2: it has no constant rate";
    private static final String BUILD = "git clone https://github.com/giltene/wrk2 && make -C wrk2"
            + " && sudo install wrk2/wrk /usr/local/bin/wrk2";

    /** The one that the kit of this folder loads with. */
    public static LoadGenerator find(Path kit) {
        return look(Surroundings.here(kit));
    }

    /** The kit's own, whatever else there is; its path is null when it does not start. */
    public static LoadGenerator own(Path kit) {
        return dropIn(Surroundings.here(kit), List.of());
    }

    static LoadGenerator look(Surroundings here) {
        List<Path> programs = new ArrayList<>(here.programs("wrk2"));
        programs.addAll(here.programs("wrk"));
        List<Rejected> rejected = new ArrayList<>();
        for (Path program : programs) {
            // With -v and no URL both print their version, then their usage, and fail.
            Program.Answer answer = here.ask(program, "-v");
            String version = version(answer.output());
            if (answer.output().contains("--rate")) {
                return new LoadGenerator(Engine.WRK2, program, version, rejected);
            }
            if (DROP_IN_VERSION.matcher(answer.output()).find()) {
                continue;
            }
            boolean usage = answer.output().contains("Usage:");
            rejected.add(new Rejected(program, version, usage || answer.good() ? NO_RATE : answer.problem()));
        }
        return dropIn(here, rejected);
    }

    private static LoadGenerator dropIn(Surroundings here, List<Rejected> rejected) {
        Path program = here.kit().resolve(DROP_IN);
        if (Files.isExecutable(program)) {
            Matcher version =
                    DROP_IN_VERSION.matcher(here.askOurs(program, "-v").output());
            if (version.find()) {
                return new LoadGenerator(Engine.DROP_IN, program, version.group(1), rejected);
            }
        }
        return new LoadGenerator(Engine.NONE, null, null, rejected);
    }

    private static String version(String output) {
        Matcher matcher = VERSION.matcher(output);
        return matcher.find() ? matcher.group(1) : null;
    }

    Finding finding() {
        if (engine == Engine.WRK2) {
            return Finding.ok("wrk2", (version == null ? "" : version + ", ") + path);
        }
        String others = rejected.stream().map(Rejected::sentence).collect(Collectors.joining("; "));
        if (engine == Engine.DROP_IN) {
            String found = "the kit's own drop-in " + version + "; no real wrk2";
            return Finding.ok("wrk2", found + (others.isEmpty() ? "" : ": " + others));
        }
        return Finding.warn("wrk2", "none" + (others.isEmpty() ? "" : ": " + others), BUILD);
    }
}
