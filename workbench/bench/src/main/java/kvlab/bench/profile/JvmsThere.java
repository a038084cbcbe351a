package kvlab.bench.profile;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import kvlab.cluster.Target;

/** Those of a target box, where only its own JDK can attach: jcmd does as much. */
final class JvmsThere implements Jvms {

    private static final Pattern STAT = Pattern.compile("(?s)(\\d+) \\(.*\\) \\S (\\d+) .*");
    private static final String LOADED = "return code: 0";

    private final Target target;
    private final String jcmd;

    JvmsThere(Target target) throws IOException {
        this.target = target;
        this.jcmd = target.jvm().home().resolve("bin/jcmd").toString();
        if (!target.run("[ -x \"$1\" ] && echo yes || :", jcmd).startsWith("yes")) {
            throw new IOException("java on " + target.name() + " is a JRE, and only a JDK has the"
                    + " jcmd that brings a profiler into a node");
        }
    }

    @Override
    public Optional<String> find(long process) throws IOException {
        Map<Long, Long> parents = new HashMap<>();
        target.read(List.of("proc/[0-9]*/stat")).values().forEach(stat -> {
            Matcher parts = STAT.matcher(stat);
            if (parts.matches()) {
                parents.put(Long.valueOf(parts.group(1)), Long.valueOf(parts.group(2)));
            }
        });
        return target.run("exec \"$1\" -l", jcmd)
                .lines()
                .map(line -> line.split(" ")[0])
                .filter(pid -> pid.matches("\\d+"))
                .filter(pid -> isOf(Long.valueOf(pid), process, parents))
                .findFirst();
    }

    private static boolean isOf(Long pid, long process, Map<Long, Long> parents) {
        for (Long each = pid; each != null; each = parents.get(each)) {
            if (each == process) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void load(String pid, Path library, String options) throws IOException, RefusedException {
        String said = target.run(
                "\"$1\" \"$2\" JVMTI.agent_load \"$3\" \"$4\" 2>&1 || :",
                jcmd,
                pid,
                library.toString(),
                "\"" + options + "\"");
        List<String> lines =
                said.lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
        if (!lines.contains(LOADED)) {
            String why = lines.stream().filter(line -> !line.equals(pid + ":")).collect(Collectors.joining("; "));
            throw new RefusedException(why, null);
        }
    }

    @Override
    public void fetch(Path there, Path here) throws IOException {
        if (target.run("[ -e \"$1\" ] && echo yes || :", there.toString()).startsWith("yes")) {
            target.fetch(there, here);
        }
    }
}
