package kvlab.kernel;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import kvlab.cluster.Folders;

/**
 * A command of the kit that a cell runs, in a process of its own: its options, its progress and its result are those of the
 * terminal, since nothing here knows them. One runs at a time, of all notebooks of this kit: two that measure at once would
 * measure each other. When the cell is interrupted the command is told to end, as by Ctrl-C, and the next one waits until it
 * has; so it is when the kernel ends.
 */
final class LabCall {

    private static final int SIGNALLED = 128;
    private static final int LAST_RESULT = 2;
    private static final int FAILED = 70;
    private static final int POLL_MILLIS = 200;

    /** Lines that begin so tell how far a grade or a comparison is, and never why something went wrong. */
    private static final List<String> HOW_FAR = List.of("lab: check ", "lab:   life ");

    /** What they have measured counts, also where the profile that was asked for could not be made. */
    private static final List<String> MEASURING = List.of("bench", "compare");

    private static final ReentrantLock ONE_AT_A_TIME = new ReentrantLock();

    /**
     * What came of it.
     *
     * @param exitCode 0, 1 or 2; 70 where only a profile is missing
     * @param output what it printed
     * @param json what it wrote
     * @param html the page that it wrote; null when none was asked for
     */
    record Answer(int exitCode, String output, String json, String html) {}

    private final Path home;
    private final List<String> words;
    private final Path folder;
    private final Progress progress;
    private final List<String> said = new ArrayList<>();

    private LabCall(Path home, List<String> words, Path folder, Progress progress) {
        this.home = home;
        this.words = words;
        this.folder = folder;
        this.progress = progress;
    }

    /** @param page whether it can write one */
    static Answer run(Path home, List<String> words, boolean page, Display display) {
        try {
            ONE_AT_A_TIME.lockInterruptibly();
            try {
                return runAlone(home, words, page, display);
            } finally {
                ONE_AT_A_TIME.unlock();
            }
        } catch (IOException e) {
            throw LabFailure.of(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted");
        }
    }

    /** The lock of a file ends with the process that has it, however that ends. */
    private static Answer runAlone(Path home, List<String> words, boolean page, Display display)
            throws IOException, InterruptedException {
        Path parent = Files.createDirectories(home.resolve(".kvlab").resolve("tmp"));
        Path lock = parent.resolveSibling("measuring");
        Progress progress = new Progress(display.live(), words);
        try (FileChannel turn = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            awaitTurn(turn, progress);
            Path folder = Files.createTempDirectory(parent, "notebook-");
            try {
                LabCall call = new LabCall(home, words, folder, progress);
                Answer answer = call.run(page);
                if (answer.exitCode > LAST_RESULT) {
                    display.show(new Sentence("⚠ " + call.sentence(answer.exitCode)));
                }
                return answer;
            } finally {
                Folders.remove(folder);
            }
        }
    }

    /** Asks again and again, since nobody can interrupt who waits for the lock itself. */
    private static void awaitTurn(FileChannel turn, Progress progress) throws IOException, InterruptedException {
        if (isFree(turn)) {
            return;
        }
        progress.say("another notebook measures; waiting for it");
        try {
            do {
                TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
            } while (!isFree(turn));
        } catch (InterruptedException e) {
            progress.end("interrupted, ");
            throw e;
        }
    }

    private static boolean isFree(FileChannel turn) throws IOException {
        try {
            return turn.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            // This process has it, through another channel.
            return false;
        }
    }

    private Answer run(boolean page) throws IOException, InterruptedException {
        Path json = folder.resolve("result.json");
        Path html = folder.resolve("page.html");
        Path output = folder.resolve("output.txt");
        List<String> command = new ArrayList<>(List.of(home.resolve("lab").toString()));
        command.addAll(words);
        command.addAll(List.of("--json", json.toString()));
        if (page) {
            command.addAll(List.of("--html", html.toString()));
        }
        int exitCode = await(start(command, output));
        if (!isAnswer(exitCode, words, json)) {
            progress.end("exit code " + exitCode + ", ");
            throw new LabFailure(sentence(exitCode));
        }
        progress.end("");
        return new Answer(
                exitCode, Files.readString(output), Files.readString(json), page ? Files.readString(html) : null);
    }

    /** Whether a command that has ended so leaves something to show. */
    static boolean isAnswer(int exitCode, List<String> words, Path json) {
        boolean measured = exitCode == FAILED && MEASURING.contains(words.get(0));
        return (exitCode <= LAST_RESULT || measured) && Files.exists(json);
    }

    private Process start(List<String> command, Path output) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.directory(home.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.redirectOutput(output.toFile());
        builder.redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
        return builder.start();
    }

    private int await(Process process) throws InterruptedException {
        Thread reader = new Thread(() -> read(process.getErrorStream()), "read-progress");
        reader.start();
        try {
            int exitCode = Child.await(process, this::removeFolder);
            reader.join();
            return exitCode;
        } catch (InterruptedException e) {
            progress.end("interrupted, ");
            throw e;
        }
    }

    private void removeFolder() {
        try {
            Folders.remove(folder);
        } catch (IOException | UncheckedIOException e) {
            System.err.println("kvlab: cannot remove " + folder + ": " + e);
        }
    }

    private void read(InputStream stderr) {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(stderr, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (!line.contains(folder.toString())) {
                    if (HOW_FAR.stream().noneMatch(line::startsWith)) {
                        said.add(line);
                    }
                    progress.say(line.replaceFirst("^lab: ", ""));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The last that it said, which is why. */
    private String sentence(int exitCode) {
        int from = said.size() - 1;
        while (from > 0 && !said.get(from).startsWith("lab: ")) {
            from--;
        }
        String why = from < 0 ? "" : String.join("\n", said.subList(from, said.size()));
        String command = "./lab " + Words.line(words);
        if (exitCode > SIGNALLED || why.isEmpty()) {
            return command + " ended with exit code " + exitCode + (why.isEmpty() ? "" : ": " + why);
        }
        return why.replaceFirst("^lab: +", "");
    }
}
