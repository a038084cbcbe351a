package kvlab.bench.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import kvlab.bench.machine.LoadGenerator;
import kvlab.bench.text.TextFile;
import kvlab.bench.wrk2.Latency;

/**
 * What loads leave in a folder: what wrk2 printed, to the letter, and beside it all its figures and the curve of the latency.
 * Those two only the kit's own writes; out of what a real one prints the curve is cut.
 *
 * <p>A disk that is full costs such a file, and no measurement: what cannot be written is tried once more in the end, when the
 * nodes' data have been removed.
 */
public final class LoadFiles {

    /** How long wrk2 may take to print what it has measured, once it is told to end. */
    private static final long LAST_WORDS_SECONDS = 4;

    private final Path folder;
    private final Place place;
    private final boolean dropIn;
    private final long lastWordsSeconds;
    private final Map<Path, String> unwritten = new LinkedHashMap<>();
    private volatile CompletableFuture<Void> underWay = CompletableFuture.completedFuture(null);
    private IOException lack;
    private boolean closed;

    public static LoadFiles of(Path folder, BenchPlan plan, LoadGenerator generator) {
        return new LoadFiles(
                folder, plan.place(), generator.engine() == LoadGenerator.Engine.DROP_IN, LAST_WORDS_SECONDS);
    }

    /**
     * @param dropIn whether the kit's own wrk2 loads
     * @param lastWordsSeconds how long {@link #close} waits for a load that is still under way
     */
    LoadFiles(Path folder, Place place, boolean dropIn, long lastWordsSeconds) {
        this.folder = folder;
        this.place = place;
        this.dropIn = dropIn;
        this.lastWordsSeconds = lastWordsSeconds;
    }

    /** What wrk2 is told of them. */
    List<String> arguments(String name) {
        List<String> arguments = new ArrayList<>();
        for (String file : ownFiles(name)) {
            String option = file.replaceFirst(".*\\.", "--");
            arguments.addAll(
                    List.of(option, place.besideLoad(folder).resolve(file).toString()));
        }
        return arguments;
    }

    private List<String> ownFiles(String name) {
        return dropIn ? List.of(name + ".json", name + ".hgrm") : List.of();
    }

    /** A load begins, of which something will be kept. */
    void begin() {
        underWay = new CompletableFuture<>();
    }

    /** It has ended, in whatever way. */
    void end() {
        underWay.complete(null);
    }

    /** @param name of its files, to which an ending is added */
    void keep(String name, String output) {
        write(folder.resolve(name + ".txt"), output);
        if (!dropIn) {
            Latency.table(output).ifPresent(table -> write(folder.resolve(name + ".hgrm"), table));
        }
        for (String file : ownFiles(name)) {
            fetch(file);
        }
    }

    /** What wrk2 printed until now, in windows. */
    public void keepSoFar(String output) {
        write(folder.resolve("wrk2.txt"), output);
    }

    private synchronized void write(Path file, String text) {
        if (closed || text.isBlank()) {
            return;
        }
        try {
            TextFile.write(file, text);
            unwritten.remove(file);
        } catch (IOException e) {
            unwritten.put(file, text);
        }
    }

    private void fetch(String file) {
        try {
            place.fetch(file, folder);
        } catch (IOException e) {
            setLack(e);
        }
    }

    private synchronized void setLack(IOException e) {
        lack = e;
    }

    /**
     * Nothing is written from here on, so that the files can be counted. A load that is still under way, because this JVM is
     * going down, has a moment to end.
     *
     * @return why a file is missing; empty when none is
     */
    public Optional<IOException> close() {
        underWay.completeOnTimeout(null, lastWordsSeconds, TimeUnit.SECONDS).join();
        return closeNow();
    }

    private synchronized Optional<IOException> closeNow() {
        closed = true;
        for (Map.Entry<Path, String> each : unwritten.entrySet()) {
            try {
                TextFile.write(each.getKey(), each.getValue());
            } catch (IOException e) {
                removeHalf(each.getKey());
                lack = e;
            }
        }
        return Optional.ofNullable(lack);
    }

    /** Who reads it later would take it for all that there was. */
    private static void removeHalf(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // It is told anyway that there is none.
        }
    }
}
