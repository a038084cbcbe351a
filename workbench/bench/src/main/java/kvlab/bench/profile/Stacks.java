package kvlab.bench.profile;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ObjLongConsumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * All that a profile holds: stacks, each with how many nanoseconds or bytes were counted there. A stack is its frames from
 * the outermost on, with semicolons between them; the first is the node, the second one the thread.
 *
 * <p>They are made so that those of two runs can be compared: without the numbers of threads, processes and temporary files,
 * and with one name for a method, however it was compiled.
 */
public final class Stacks {

    private static final Pattern THREAD_NUMBER = Pattern.compile(" tid=\\d+]$");
    private static final Pattern CUT = Pattern.compile("CompilerThre(?!ad)");

    /** But for those of C1, C2 and G1, which are names. */
    private static final Pattern NUMBER = Pattern.compile("[ #-]*(?<![A-Z])\\d+([.:]\\d+)*");

    private static final Pattern COMPILED = Pattern.compile("_\\[[01j]]$");
    private static final Pattern INLINED = Pattern.compile("^([^/]+/.*)_\\[i]$");
    private static final Pattern LIBRARY = Pattern.compile("^/(?:[^/]*/)*([^/]*?)\\d*(\\.so[.\\d]*)$");

    private final Map<String, Long> counts = new TreeMap<>();

    /** Adds a line of async-profiler's: a stack that begins with the thread, and how often it was seen. */
    void addRecorded(String line, int node, boolean perThread, long countsInSample) {
        int blank = line.lastIndexOf(' ');
        String[] frames = line.substring(0, blank).split(";");
        frames[0] = thread(frames[0], perThread);
        String stack = Stream.of(frames).map(Stacks::frame).collect(Collectors.joining(";", "node-" + node + ";", ""));
        add(stack, Long.parseLong(line.substring(blank + 1)) * countsInSample);
    }

    /** Linux keeps 15 letters of a native thread's name. */
    private static String thread(String frame, boolean perThread) {
        String name =
                CUT.matcher(THREAD_NUMBER.matcher(frame).replaceFirst("]")).replaceFirst("CompilerThread");
        return perThread ? name : NUMBER.matcher(name).replaceAll("");
    }

    private static String frame(String name) {
        String plain = COMPILED.matcher(name).replaceFirst("");
        return LIBRARY.matcher(INLINED.matcher(plain).replaceFirst("$1")).replaceFirst("$1$2");
    }

    private void add(String stack, long count) {
        counts.merge(stack, count, Long::sum);
    }

    public void addAll(Stacks others) {
        others.forEach(this::add);
    }

    void forEach(ObjLongConsumer<String> each) {
        counts.forEach(each::accept);
    }

    public boolean isEmpty() {
        return counts.isEmpty();
    }

    long total() {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Whether the kernel's functions are among them. */
    public boolean showKernel() {
        return counts.keySet().stream().anyMatch(stack -> stack.endsWith(Stack.KERNEL));
    }

    /** Those of one node, counted from 1. */
    public Stacks ofNode(int node) {
        String start = "node-" + node + ";";
        Stacks some = new Stacks();
        forEach((stack, count) -> {
            if (stack.startsWith(start)) {
                some.add(stack, count);
            }
        });
        return some;
    }

    /** Nodes laid one upon the other, as a flame graph has them; and as for so many requests when there were others. */
    Stacks together(double factor) {
        Stacks all = new Stacks();
        forEach((stack, count) -> all.add(stack.substring(stack.indexOf(';') + 1), Math.round(count * factor)));
        return all;
    }

    /**
     * Stacks that end where what is above them becomes less than this share of all. The converter has an option for that, but it
     * writes the names of all frames nevertheless.
     */
    Stacks wider(double share) {
        double least = share * total();
        Map<String, Long> widths = new HashMap<>();
        forEach((stack, count) -> prefixes(stack).forEach(each -> widths.merge(each, count, Long::sum)));
        Stacks some = new Stacks();
        forEach((stack, count) -> {
            List<String> wide = prefixes(stack).stream()
                    .takeWhile(each -> widths.get(each) >= least)
                    .toList();
            some.add(wide.isEmpty() ? "(narrow)" : wide.get(wide.size() - 1), count);
        });
        return some;
    }

    /** From the outermost frame alone to the whole stack. */
    private static List<String> prefixes(String stack) {
        List<String> prefixes = new ArrayList<>();
        for (int end = stack.indexOf(';'); end >= 0; end = stack.indexOf(';', end + 1)) {
            prefixes.add(stack.substring(0, end));
        }
        prefixes.add(stack);
        return prefixes;
    }

    /** A line for each, as many tools read them. */
    String text() {
        StringBuilder text = new StringBuilder();
        forEach((stack, count) -> text.append(stack).append(' ').append(count).append('\n'));
        return text.toString();
    }

    public void write(Path file) throws IOException {
        try (Writer writer =
                new OutputStreamWriter(new GZIPOutputStream(Files.newOutputStream(file)), StandardCharsets.UTF_8)) {
            writer.write(text());
        }
    }

    public static Stacks read(Path file) throws IOException {
        Stacks stacks = new Stacks();
        try (BufferedReader lines = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                int blank = line.lastIndexOf(' ');
                stacks.add(line.substring(0, blank), Long.parseLong(line.substring(blank + 1)));
            }
        } catch (IndexOutOfBoundsException | NumberFormatException e) {
            throw new IOException(file + " is damaged: " + e.getMessage(), e);
        }
        return stacks;
    }
}
