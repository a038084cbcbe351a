package kvlab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Stream;
import kvlab.handin.Submission;
import kvlab.handout.Project;

/** A folder of zips, and its review. JplagRunTest runs the commands that make them as processes. */
final class HandIns {

    private final Path home;
    private final Path folder;
    private int zips;

    HandIns(Path home, Path folder) throws IOException {
        this.home = home;
        this.folder = Files.createDirectory(folder);
    }

    Path folder() {
        return folder;
    }

    /** As ./lab submit does, which also says what an instructor would send back: there is no report. */
    void submit(String name, Path project) throws Exception {
        Path zip = folder.resolve(name + "-" + ++zips + ".zip");
        Path scratch = Files.createTempDirectory(folder.getParent(), "submit-");
        Submission.of(home, Project.at(project), name, null).write(zip, scratch, new JsonObject(), Instant.now());
    }

    /** An earlier grade counts, and no new one is made. */
    void review(int exit) {
        LabHere review = LabHere.run(home, "review", folder.toString());
        assertEquals(exit, review.exit(), review.err());
    }

    /** As {@link #start(String, Map, String...)}, until it has ended. */
    int lab(String... words) throws Exception {
        return Processes.end(start("said", Map.of(), words), 10);
    }

    /**
     * ./lab as a process of its own.
     *
     * @param said the file that holds what it says to stderr
     */
    Process start(String said, Map<String, String> environment, String... words) throws IOException {
        ProcessBuilder lab = new ProcessBuilder(
                        Stream.concat(Stream.of(home.resolve("lab").toString()), Stream.of(words))
                                .toList())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(folder.resolveSibling(said).toFile());
        lab.environment().putAll(environment);
        return lab.start();
    }

    String said() throws IOException {
        return Files.readString(folder.resolveSibling("said"));
    }

    /** @param key the student's name, as files are called by it */
    Path reviewed(String key) {
        return folder.resolve("review").resolve(key);
    }

    String row(String name) throws IOException {
        return Files.readAllLines(folder.resolve("review/scores.csv")).stream()
                .filter(line -> line.startsWith(name + ","))
                .findFirst()
                .orElseThrow();
    }
}
