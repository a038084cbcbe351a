package kvlab.bench.machine;

import com.google.gson.annotations.SerializedName;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The program that makes a constant rate. Its name proves nothing: built from source wrk2 is called wrk, and Debian has
 * another program of that name, the first wrk. The two are told apart by --rate in their usage text.
 *
 * @param rejected the programs of these names that are not wrk2
 */
record LoadGenerator(Engine engine, Path path, String version, List<Rejected> rejected) {
    enum Engine {
        @SerializedName("wrk2")
        WRK2,
        @SerializedName("none")
        NONE
    }

    record Rejected(Path path, String version, String reason) {}

    private static final Pattern VERSION = Pattern.compile("(?m)^wrk2? .*?(\\d+(?:\\.\\d+)+).*Will Glozer");

    private static final String NO_RATE = "is not wrk2: it has no constant rate";
    private static final String BUILD = "git clone https://github.com/giltene/wrk2 && make -C wrk2"
            + " && sudo install wrk2/wrk /usr/local/bin/wrk2";

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
            boolean usage = answer.output().contains("Usage:");
            rejected.add(new Rejected(program, version, usage || answer.good() ? NO_RATE : answer.problem()));
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
        StringBuilder found = new StringBuilder("none");
        for (Rejected one : rejected) {
            String name = one.path().getFileName() + (one.version() == null ? "" : " " + one.version());
            found.append(found.length() == 4 ? ": " : "; ")
                    .append(name)
                    .append(" (")
                    .append(one.path());
            found.append(") ").append(one.reason());
        }
        return Finding.warn("wrk2", found.toString(), BUILD);
    }
}
