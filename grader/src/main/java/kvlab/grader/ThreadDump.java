package kvlab.grader;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.opentest4j.TestAbortedException;

/**
 * What the threads of a node do that is a JVM, as the JDK's own jcmd tells it.
 *
 * <p>The problem: which thread waits for a peer? A pool's idle thread waits too, and a selector thread may just be in a read
 * that returns at once. So a thread waits for somebody when it does so in code of the node's own, in every one of several
 * dumps, without having used the processor between them, and at a place where none waits while nothing is asked.
 */
final class ThreadDump {

    private static final int DUMPS = 4;
    private static final int PATIENCE_SECONDS = 8;
    private static final int SHOWN = 6;

    private static final Pattern THREAD = Pattern.compile("^\"(.*)\" .*?cpu=(\\S+) .*?tid=(\\S+) ");

    private static final List<String> OTHERS =
            List.of(("java. javax. jdk. sun. com.sun. one.nio. org.rocksdb. org.slf4j. io.netty. io.vertx."
                            + " io.undertow. org.xnio. org.jboss. org.eclipse.jetty. org.apache. okhttp3. okio. kotlin."
                            + " kotlinx. scala.")
                    .split(" "));

    private static final Pattern WAITING = Pattern.compile("(jdk\\.internal\\.misc\\.Unsafe\\.park"
            + "|java\\.lang\\.Object\\.wait0?|java\\.lang\\.Thread\\.sleep0?|sun\\.nio\\.ch\\.Net\\.(poll|connect0|accept)"
            + "|sun\\.nio\\.ch\\.EPoll\\.wait|sun\\.nio\\.ch\\.KQueue\\.poll|sun\\.nio\\.ch\\.SocketDispatcher\\.read0"
            + "|java\\.net\\.SocketInputStream\\.socketRead0|java\\.net\\.PlainSocketImpl\\.\\w+"
            + "|one\\.nio\\.net\\.Native(Socket|Selector)\\.\\w+)\\(.*");

    /** A stack that waits in the node's own code. */
    record Waiting(String thread, String cpu, String place, List<String> frames) {

        @Override
        public String toString() {
            return "thread \"" + thread + "\" waits:\n            "
                    + String.join("\n            ", frames.subList(0, Math.min(SHOWN, frames.size())))
                    + (frames.indexOf(place) < SHOWN ? "" : "\n            …\n            " + place);
        }
    }

    private ThreadDump() {}

    /** By thread: those that waited all the time. */
    static Map<String, Waiting> waiting(long pid) throws InterruptedException {
        List<Map<String, Waiting>> dumps = new ArrayList<>();
        for (String dump : ask(pid).split("Full thread dump ")) {
            if (dump.contains("\n\"")) {
                dumps.add(parse(dump));
            }
        }
        if (dumps.size() < DUMPS) {
            throw new TestAbortedException("jcmd took " + dumps.size() + " thread dumps of process " + pid + " where "
                    + DUMPS + " were expected");
        }
        Map<String, Waiting> all = new HashMap<>(dumps.get(0));
        for (Map<String, Waiting> dump : dumps) {
            all.values().removeIf(each -> !dump.containsValue(each));
        }
        return all;
    }

    static Map<String, Waiting> parse(String dump) {
        Map<String, Waiting> found = new HashMap<>();
        for (String block : dump.split("\n\\s*\n")) {
            Matcher head = THREAD.matcher(block.strip());
            List<String> frames = block.lines()
                    .map(String::strip)
                    .filter(line -> line.startsWith("at "))
                    .map(line -> line.substring(3))
                    .toList();
            Optional<String> own = frames.stream()
                    .filter(frame -> OTHERS.stream().noneMatch(frame::startsWith))
                    .findFirst();
            if (head.find() && own.isPresent() && WAITING.matcher(frames.get(0)).matches()) {
                found.put(head.group(3), new Waiting(head.group(1), head.group(2), own.get(), frames));
            }
        }
        return found;
    }

    /** One jcmd for all dumps: to start it takes longer than they do. */
    private static String ask(long pid) throws InterruptedException {
        Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
        if (!Files.isExecutable(jcmd)) {
            throw new TestAbortedException("needs the JDK's jcmd, and there is no " + jcmd);
        }
        // Asked for a dump, a process that is no JVM would end.
        String command = ProcessHandle.of(pid)
                .flatMap(process -> process.info().command())
                .orElse("");
        if (!Path.of(command).getFileName().toString().startsWith("java")) {
            throw new TestAbortedException("needs nodes that are JVMs; process " + pid + " is '" + command + "'");
        }
        try {
            return run(jcmd, pid);
        } catch (IOException e) {
            throw new TestAbortedException("cannot run jcmd: " + e.getMessage());
        }
    }

    private static String run(Path jcmd, long pid) throws IOException, InterruptedException {
        Path commands = Files.createTempFile("kvlab-jcmd", ".txt");
        Path said = Files.createTempFile("kvlab-jcmd", ".out");
        try {
            Files.write(
                    commands, Stream.generate(() -> "Thread.print").limit(DUMPS).toList());
            Process process = new ProcessBuilder(
                            Arrays.asList(jcmd.toString(), Long.toString(pid), "-f", commands.toString()))
                    .redirectErrorStream(true)
                    .redirectOutput(said.toFile())
                    .start();
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new TestAbortedException(
                        "jcmd took no thread dump of process " + pid + " within " + PATIENCE_SECONDS + " s");
            }
            return Files.readString(said);
        } finally {
            Files.delete(commands);
            Files.delete(said);
        }
    }
}
