package kvlab.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import kvlab.cluster.Folders;
import kvlab.cluster.UsageException;
import kvlab.handin.Regraded;
import kvlab.handin.Regrading;
import kvlab.handout.Project;

/**
 * Grades each hand-in by a command of its own, so that one which is ended takes no other with it. A class takes hours, and
 * somebody hands in once more the day after: what came of code is kept beside it, and only what is new is graded.
 */
final class RegradeRun implements Regrading {

    private static final String GRADE = "regraded.json";
    private static final String CODE = "regraded.code";
    private static final int MOST_MINUTES = 40;
    private static final int SECONDS_TO_STOP = 20;
    private static final Set<Integer> GRADED = Set.of(Lab.DONE, Lab.NO, Lab.UNDECIDED);

    private final List<String> options;
    private final int jobs;
    private final String kit;
    private final Path scratch;
    private final PrintWriter err;
    private final Set<Process> running = ConcurrentHashMap.newKeySet();

    /** @param kit what grades; of another one the same code is graded again */
    RegradeRun(boolean sandbox, int jobs, String kit, Path scratch, PrintWriter err) {
        this.options = sandbox ? List.of("--sandbox") : List.of();
        this.jobs = jobs;
        this.kit = kit;
        this.scratch = scratch;
        this.err = err;
    }

    @Override
    public Map<String, Regraded> of(SortedMap<String, Path> projects) throws IOException, InterruptedException {
        Thread hook = new Thread(() -> running.forEach(Process::destroy), "end-grades");
        Runtime.getRuntime().addShutdownHook(hook);
        ExecutorService threads = Executors.newFixedThreadPool(jobs);
        try {
            AtomicInteger done = new AtomicInteger();
            Map<String, Future<Regraded>> all = new LinkedHashMap<>();
            projects.forEach((key, project) -> all.put(key, threads.submit(() -> {
                Regraded regraded = of(key, project);
                err.println("lab: graded " + done.incrementAndGet() + " of " + projects.size() + ": " + key);
                return regraded;
            })));
            Map<String, Regraded> regraded = new LinkedHashMap<>();
            for (Map.Entry<String, Future<Regraded>> each : all.entrySet()) {
                regraded.put(each.getKey(), each.getValue().get());
            }
            return regraded;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException failure) {
                throw failure;
            }
            throw new IllegalStateException(e.getCause());
        } finally {
            threads.shutdownNow();
            running.forEach(Process::destroy);
            Runtime.getRuntime().removeShutdownHook(hook);
        }
    }

    private Regraded of(String key, Path folder) throws IOException, InterruptedException, UsageException {
        String code = Project.at(folder).fingerprint() + " " + kit;
        Path kept = folder.resolve(GRADE);
        if (Files.exists(kept) && known(folder).equals(code)) {
            return Regraded.of(Files.readAllBytes(kept));
        }
        Files.deleteIfExists(kept);
        Files.deleteIfExists(folder.resolve(CODE));
        // Not in the scratch folder, which in the sandbox is another one.
        Path json = folder.resolve("regraded.half");
        Files.deleteIfExists(json);
        Path said = scratch.resolve(key + ".err");
        int exit = grade(folder, json, said);
        if (!Files.exists(json) || !GRADED.contains(exit)) {
            return Regraded.failed(lastLine(said, exit));
        }
        Files.writeString(folder.resolve(CODE), code);
        Files.move(json, kept, StandardCopyOption.REPLACE_EXISTING);
        return Regraded.of(Files.readAllBytes(kept));
    }

    private static String known(Path folder) throws IOException {
        Path code = folder.resolve(CODE);
        return Files.exists(code) ? Files.readString(code) : "";
    }

    private int grade(Path folder, Path json, Path said) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("grade", folder.toString(), "--json", json.toString()));
        command.addAll(options);
        Process grade = new ProcessBuilder(SandboxedRun.lab(command))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(said.toFile())
                .start();
        running.add(grade);
        try {
            grade.getOutputStream().close();
            if (!grade.waitFor(MOST_MINUTES, TimeUnit.MINUTES)) {
                grade.destroy();
                grade.waitFor(SECONDS_TO_STOP, TimeUnit.SECONDS);
                grade.destroyForcibly();
            }
            return grade.waitFor();
        } finally {
            grade.destroy();
            running.remove(grade);
            Folders.remove(folder.resolve("target"));
        }
    }

    private static String lastLine(Path said, int exit) throws IOException {
        List<String> lines = Files.readAllLines(said, StandardCharsets.ISO_8859_1).stream()
                .filter(line -> !line.isBlank())
                .toList();
        return lines.isEmpty()
                ? "the grade ended with exit code " + exit + " and said nothing"
                : lines.get(lines.size() - 1).replaceFirst("^lab: ", "");
    }
}
