package kvlab.bench;

import com.google.gson.JsonParseException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import kvlab.cluster.UsageException;

/** Where a run is kept, for as long as its folder is there: profiles/runs/ID. */
public final class RunFolder {

    private static final Path RUNS = Path.of("profiles", "runs");
    private static final String RECORD = "run.json";
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);

    private final Path path;

    private RunFolder(Path path) {
        this.path = path;
    }

    /** A new one, named after the time and what is measured. */
    static RunFolder create(Path home, Instant now, String what) throws IOException {
        Path runs = Files.createDirectories(home.resolve(RUNS));
        String first = TIME.format(now) + "-" + what.replaceAll("[^\\w.-]+", "-");
        String id = first;
        for (int i = 2; ; i++) {
            try {
                return new RunFolder(Files.createDirectory(runs.resolve(id)));
            } catch (FileAlreadyExistsException e) {
                id = first + "-" + i;
            }
        }
    }

    /** The newest first. */
    public static List<Run> all(Path home) throws IOException {
        List<Run> runs = new ArrayList<>();
        for (Path each : folders(home)) {
            runs.add(new RunFolder(each).read());
        }
        return runs;
    }

    /** @param named the beginning of an id that begins no other, or last */
    public static RunFolder find(Path home, String named) throws IOException, UsageException {
        List<Path> folders = folders(home);
        if (folders.isEmpty()) {
            throw UsageException.of("there is no run yet; ./lab bench makes one");
        }
        List<Path> found = named.equals("last")
                ? folders.subList(0, 1)
                : folders.stream().filter(each -> name(each).startsWith(named)).toList();
        List<Path> exact =
                found.stream().filter(each -> name(each).equals(named)).toList();
        if (exact.isEmpty() && found.size() != 1) {
            throw UsageException.of(
                    named + (found.isEmpty() ? ": there is no such run" : ": more than one run begins so")
                            + "; ./lab runs lists them");
        }
        return new RunFolder(exact.isEmpty() ? found.get(0) : exact.get(0));
    }

    private static List<Path> folders(Path home) throws IOException {
        Path runs = home.resolve(RUNS);
        if (!Files.isDirectory(runs)) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(runs)) {
            return all.filter(each -> Files.isRegularFile(each.resolve(RECORD)))
                    .sorted(Comparator.comparing(RunFolder::name).reversed())
                    .toList();
        }
    }

    private static String name(Path folder) {
        return folder.getFileName().toString();
    }

    public Path path() {
        return path;
    }

    String id() {
        return name(path);
    }

    public Run read() throws IOException {
        Path file = path.resolve(RECORD);
        try {
            Run run = Run.read(Files.readString(file));
            if (run == null || !Run.SCHEMA.equals(run.schema())) {
                throw new IOException(file + " is not of the schema " + Run.SCHEMA + ", which this kit reads");
            }
            return run;
        } catch (JsonParseException e) {
            throw new IOException(file + " is damaged: " + e.getMessage(), e);
        }
    }

    /** Whole or not at all. */
    void write(Run run) throws IOException {
        Path half = path.resolve(RECORD + ".half");
        Files.writeString(half, run.json());
        Files.move(half, path.resolve(RECORD));
    }

    /** The SHA-256 of each file in it. */
    Map<String, String> hashes() throws IOException {
        Map<String, String> hashes = new TreeMap<>();
        try (Stream<Path> files = Files.walk(path)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                hashes.put(path.relativize(file).toString(), hash(Files.readAllBytes(file)));
            }
        }
        return hashes;
    }

    private static String hash(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
