package kvlab.bench.profile;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import one.convert.Arguments;
import one.convert.JfrToFlame;

/**
 * What one node did for some time: one file with all events in it.
 *
 * <p>Whether the profiler did as it was told is known from its answer alone. A start that failed leaves a file too, and the
 * reason goes to the node's own output unless there is a log.
 */
public final class Recording {

    private static final String ERROR = "[ERROR] ";

    /** How a class ends of which an object too large for a thread's own buffer was allocated; as the kernel's frames do. */
    private static final Pattern LARGE = Pattern.compile("_\\[k](?= \\d+$)");

    private final Agent agent;
    private final int port;
    private final String pid;
    private final Path file;
    private final Path log;

    /** @param name of its files, to which an ending is added */
    Recording(Agent agent, int port, String pid, Path name) {
        this.agent = agent;
        this.port = port;
        this.pid = pid;
        this.file = Path.of(name + ".jfr");
        this.log = Path.of(name + ".log");
    }

    void start(Set<ProfileEvent> events) throws IOException {
        Files.deleteIfExists(file);
        command("start," + ProfileEvent.agentOptions(events) + ",jfr");
    }

    /** Forgets what it has recorded. */
    public void startAgain(Set<ProfileEvent> events) throws IOException {
        stop();
        start(events);
    }

    /** From here on the node is as it was before. */
    public void stop() throws IOException {
        command("stop");
    }

    private void command(String what) throws IOException {
        try {
            agent.command(pid, what + ",file=" + agent.there(file) + ",log=" + agent.there(log));
        } catch (Jvms.RefusedException e) {
            throw new IOException(sentence(what, reason(e.getMessage())), e);
        } catch (IOException e) {
            throw new IOException(sentence(what, e.getMessage()), e);
        }
    }

    private String sentence(String what, String reason) {
        return "the profiler did not " + what.split(",")[0] + " in node " + port + ": " + reason;
    }

    private String reason(String otherwise) throws IOException {
        agent.fetch(log);
        if (!Files.isReadable(log)) {
            return otherwise;
        }
        List<String> errors = Files.readAllLines(log).stream()
                .filter(line -> line.startsWith(ERROR))
                .toList();
        return errors.isEmpty() ? otherwise : errors.get(0).substring(ERROR.length());
    }

    /**
     * Its stacks, once it has stopped.
     *
     * @param node which of the cluster's, counted from 1
     */
    public Stacks stacks(ProfileEvent event, int node, boolean perThread) throws IOException {
        Arguments arguments = new Arguments();
        event.select(arguments);
        arguments.threads = true;
        arguments.total = true;
        arguments.norm = true;
        arguments.output = "collapsed";
        if (!Files.exists(file)) {
            agent.fetch(file);
        }
        ByteArrayOutputStream collapsed = new ByteArrayOutputStream();
        try {
            JfrToFlame.parse(file.toString(), arguments).dump(collapsed);
        } catch (RuntimeException e) {
            throw new IOException("the recording of node " + port + " is damaged, as a full disk leaves it: " + e, e);
        }
        Stacks stacks = new Stacks();
        collapsed
                .toString(StandardCharsets.UTF_8)
                .lines()
                .map(line ->
                        event == ProfileEvent.CPU ? line : LARGE.matcher(line).replaceFirst("_[i]"))
                .forEach(line -> stacks.addRecorded(line, node, perThread, event.countsInSample()));
        return stacks;
    }
}
