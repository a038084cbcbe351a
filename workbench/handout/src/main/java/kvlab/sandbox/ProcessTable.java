package kvlab.sandbox;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** All processes at one moment, as the kernel tells of them: who started whom, and what each takes. */
final class ProcessTable {

    private static final Path PROC = Path.of("/proc");
    /** What stands in a stat file behind the name, counted from the state. */
    private static final int PARENT = 1;

    private static final int THREADS = 17;

    private static final Pattern MEMORY = Pattern.compile("(?m)^VmRSS:\\s+([0-9]+) kB$");
    private static final Pattern NUMBERS = Pattern.compile("(?m)^NSpid:(.*)$");
    private static final long KIB = 1024;

    /** @param zombie whether it has ended, and only its exit code is left */
    record Entry(long pid, long parent, boolean zombie, int threads) {}

    private final Map<Long, Entry> entries = new HashMap<>();
    private final Map<Long, List<Entry>> children = new HashMap<>();

    static ProcessTable read() throws IOException {
        ProcessTable table = new ProcessTable();
        try (DirectoryStream<Path> numbers = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (Path folder : numbers) {
                Entry entry = entry(folder);
                if (entry != null) {
                    table.entries.put(entry.pid(), entry);
                    table.children
                            .computeIfAbsent(entry.parent(), parent -> new ArrayList<>())
                            .add(entry);
                }
            }
        }
        return table;
    }

    /** Null when there is none any more. */
    static Entry of(long pid) {
        return entry(PROC.resolve(Long.toString(pid)));
    }

    private static Entry entry(Path folder) {
        try {
            // A process gives itself its name, and need not choose one that is text.
            String stat = Files.readString(folder.resolve("stat"), StandardCharsets.ISO_8859_1);
            if (stat.isEmpty()) {
                return null;
            }
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            return new Entry(
                    Long.parseLong(folder.getFileName().toString()),
                    Long.parseLong(fields[PARENT]),
                    fields[0].equals("Z") || fields[0].equals("X"),
                    Integer.parseInt(fields[THREADS]));
        } catch (IOException e) {
            return null;
        }
    }

    /** Whether it is the second by the numbers of a sandbox, in which the first is bwrap's. */
    static boolean isSecond(long pid) {
        return status(pid, NUMBERS).map(numbers -> numbers.endsWith("\t2")).orElse(false);
    }

    /** Bytes that it takes now; none of one that has ended. */
    static long memory(long pid) {
        return status(pid, MEMORY).map(kib -> Long.parseLong(kib) * KIB).orElse(0L);
    }

    private static Optional<String> status(long pid, Pattern line) {
        try {
            Path file = PROC.resolve(Long.toString(pid)).resolve("status");
            Matcher found = line.matcher(Files.readString(file, StandardCharsets.ISO_8859_1));
            return found.find() ? Optional.of(found.group(1)) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    List<Entry> children(long pid) {
        return children.getOrDefault(pid, List.of());
    }

    /** It and all that it started, and what those started. */
    List<Entry> family(long pid) {
        List<Entry> family = new ArrayList<>();
        Deque<Entry> open = new ArrayDeque<>();
        if (entries.containsKey(pid)) {
            open.add(entries.get(pid));
        }
        while (!open.isEmpty()) {
            Entry next = open.remove();
            family.add(next);
            open.addAll(children(next.pid()));
        }
        return family;
    }
}
