package kvlab.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import kvlab.cluster.Folders;
import kvlab.cluster.UsageException;
import kvlab.handin.KeptGrade;
import kvlab.handin.Regraded;
import kvlab.handin.Regrading;
import kvlab.handin.Scores;
import kvlab.handout.Project;
import kvlab.handout.ProjectBuild;
import kvlab.sandbox.Killed;

/**
 * Grades each hand-in by a command of its own, so that one which is ended takes no other with it. A class takes hours, and
 * somebody hands in once more the day after: what came of code is kept beside it, and only what is new, or was not decided, is
 * graded. Grades at the same time share the processor, and one that takes all of it makes others slow: a check that so
 * failed, and had passed on the student's own machine, decides nothing until that grade was alone.
 */
final class RegradeRun implements Regrading {

    /** A grade in the sandbox ends itself when its time is over. What does not even do that is ended so much later. */
    private static final Duration GRACE = Duration.ofMinutes(10);

    private static final int SECONDS_TO_STOP = 20;

    /** The grade itself says what was not decided: where a check failed, the exit code says only that. */
    private static final Set<Integer> GRADED = Set.of(Lab.DONE, Lab.NO, Lab.UNDECIDED);

    /** Somebody ended that grade alone, by Ctrl-C or a kill. */
    private static final Set<Integer> INTERRUPTED = Set.of(130, 143);

    private final List<String> options;
    private final String within;
    private final Duration most;
    private final int jobs;
    private final String kit;
    private final Path scratch;
    private final PrintWriter err;
    private final Set<String> toGradeAlone = ConcurrentHashMap.newKeySet();
    private final Map<Process, Path> running = new HashMap<>();
    private boolean stopping;

    /**
     * @param within the time after which one grade is ended
     * @param kit what grades; of another one the same code is graded again
     */
    RegradeRun(boolean sandbox, String within, int jobs, String kit, Path scratch, PrintWriter err)
            throws UsageException {
        Duration time = Times.most("--within", within);
        this.options = sandbox ? List.of("--sandbox", "--within", within) : List.of();
        this.within = within;
        this.most = sandbox ? time.plus(GRACE) : time;
        this.jobs = jobs;
        this.kit = kit;
        this.scratch = scratch;
        this.err = err;
    }

    @Override
    public Map<String, Regraded> of(SortedMap<String, Work> works) throws InterruptedException {
        Thread hook = new Thread(this::stop, "end-grades");
        Runtime.getRuntime().addShutdownHook(hook);
        ExecutorService threads = Executors.newFixedThreadPool(jobs);
        try {
            boolean alone =
                    jobs == 1 || works.values().stream().filter(this::isOpen).count() < 2;
            Map<String, Regraded> regraded = graded(works, threads, alone, "");
            if (!toGradeAlone.isEmpty()) {
                SortedMap<String, Work> again = new TreeMap<>(works);
                again.keySet().retainAll(toGradeAlone);
                err.println("lab: undecided beside others, and graded alone now: " + String.join(", ", again.keySet()));
                threads.shutdown();
                threads = Executors.newSingleThreadExecutor();
                regraded.putAll(graded(again, threads, true, "alone "));
            }
            return regraded;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof InterruptedException) {
                // What ends all of it also ends this command, and a page of half a class would be none.
                hook.join();
                throw new InterruptedException("the review was interrupted");
            }
            throw new IllegalStateException(e.getCause());
        } finally {
            threads.shutdownNow();
            forget(hook);
        }
    }

    private Map<String, Regraded> graded(
            SortedMap<String, Work> works, ExecutorService threads, boolean alone, String how)
            throws ExecutionException, InterruptedException {
        AtomicInteger done = new AtomicInteger();
        Map<String, Future<Regraded>> all = new LinkedHashMap<>();
        works.forEach((key, work) -> all.put(key, threads.submit(() -> {
            Regraded regraded = guarded(key, work, alone);
            err.println("lab: graded " + how + done.incrementAndGet() + " of " + works.size() + ": " + key);
            return regraded;
        })));
        Map<String, Regraded> regraded = new LinkedHashMap<>();
        for (Map.Entry<String, Future<Regraded>> each : all.entrySet()) {
            regraded.put(each.getKey(), each.getValue().get());
        }
        return regraded;
    }

    private boolean isOpen(Work work) {
        try {
            Project project = Project.at(work.project());
            KeptGrade known = KeptGrade.read(work.project());
            return known == null || !known.isDecided(project.fingerprint(), project.stage(), kit);
        } catch (IOException | UsageException e) {
            return true;
        }
    }

    private static void forget(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The hooks run already.
            return;
        }
    }

    /** On Ctrl-C. None is begun any more; the next review goes on with those that were not graded. */
    private void stop() {
        Map<Process, Path> last;
        synchronized (running) {
            stopping = true;
            last = Map.copyOf(running);
        }
        err.println("lab: interrupted; what was graded until then is kept, and the next --regrade goes on there");
        last.keySet().forEach(Process::destroy);
        last.forEach((grade, folder) -> {
            try {
                end(grade);
                clear(folder);
            } catch (IOException | InterruptedException e) {
                err.println("lab: cannot clear " + folder + ": " + e);
            }
        });
    }

    /** One that cannot be graded is one red row. */
    private Regraded guarded(String key, Work work, boolean isAlone) throws InterruptedException {
        try {
            return of(key, work, isAlone);
        } catch (IOException
                | UsageException
                | RuntimeException
                | StackOverflowError
                | OutOfMemoryError
                | LinkageError e) {
            if (!isAlone) {
                toGradeAlone.add(key);
            }
            return Regraded.failed("it could not be graded: " + e);
        }
    }

    private Regraded of(String key, Work work, boolean isAlone)
            throws IOException, InterruptedException, UsageException {
        Path folder = work.project();
        Project project = Project.at(folder);
        String code = project.fingerprint();
        String stage = project.stage();
        KeptGrade known = KeptGrade.read(folder);
        if (known != null && known.isDecided(code, stage, kit)) {
            return known.regraded();
        }
        if (!isAlone && known != null && known.isUndecided(code, stage, kit)) {
            toGradeAlone.add(key);
            return known.regraded();
        }
        // A grade that was killed leaves half of one, which would be taken for this one's.
        clear(folder);
        // Not in the scratch folder, which in the sandbox is another one.
        Path json = folder.resolve("regraded.json.half");
        Path html = folder.resolve("regraded.html.half");
        Path said = scratch.resolve(key + ".err");
        try {
            int exit = grade(folder, json, html, said);
            KeptGrade kept = isWritten(json) && GRADED.contains(exit)
                    ? KeptGrade.of(code, stage, kit, Files.readAllBytes(json))
                    : failed(code, stage, reason(said, exit, folder));
            if (INTERRUPTED.contains(exit)) {
                return kept.regraded();
            }
            if (!isAlone) {
                kept = asBesideOthers(kept, work.told());
                if (!kept.isDecided(code, stage, kit)) {
                    toGradeAlone.add(key);
                }
            }
            kept.write(folder, isWritten(html) ? html : null);
            return kept.regraded();
        } finally {
            clear(folder);
        }
    }

    /** Who interrupts a review before it was graded alone has to find it undecided. */
    private static KeptGrade asBesideOthers(KeptGrade kept, Scores told) {
        Scores scores = kept.regraded().scores();
        return scores == null || !scores.loses(told)
                ? kept
                : KeptGrade.failed(
                        kept.code(),
                        kept.stage(),
                        kept.kit(),
                        "beside other grades it came to " + scores.score()
                                + " points, and it was not graded alone yet");
    }

    /** One that was ended may leave an empty file. */
    private static boolean isWritten(Path file) throws IOException {
        return Files.exists(file) && Files.size(file) > 0;
    }

    private KeptGrade failed(String code, String stage, String reason) {
        boolean forGood = reason.endsWith(" does not compile")
                || ProjectBuild.isRefusedFor(reason)
                || Killed.isItsOwnDoing(reason);
        return forGood ? KeptGrade.failedForGood(code, stage, kit, reason) : KeptGrade.failed(code, stage, kit, reason);
    }

    private int grade(Path folder, Path json, Path html, Path said) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("grade", folder.toString()));
        command.addAll(List.of("--json", json.toString(), "--html", html.toString()));
        command.addAll(options);
        Process grade = start(
                new ProcessBuilder(SandboxedRun.lab(command))
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .redirectError(said.toFile()),
                folder);
        try {
            grade.getOutputStream().close();
            boolean inTime = grade.waitFor(most.toMillis(), TimeUnit.MILLISECONDS);
            int exit = end(grade);
            if (!inTime) {
                Files.writeString(said, "\n" + SandboxedRun.tooLong(within), StandardOpenOption.APPEND);
                return Lab.UNDECIDED;
            }
            synchronized (running) {
                if (stopping) {
                    throw new InterruptedException("the review was interrupted");
                }
            }
            return exit;
        } finally {
            end(grade);
            synchronized (running) {
                running.remove(grade);
            }
        }
    }

    private Process start(ProcessBuilder command, Path folder) throws IOException, InterruptedException {
        synchronized (running) {
            if (stopping) {
                throw new InterruptedException("the review was interrupted");
            }
            Process grade = command.start();
            running.put(grade, folder);
            return grade;
        }
    }

    /** It has a while to end its nodes. */
    private static int end(Process grade) throws InterruptedException {
        grade.destroy();
        if (!grade.waitFor(SECONDS_TO_STOP, TimeUnit.SECONDS)) {
            grade.destroyForcibly();
        }
        return grade.waitFor();
    }

    private static void clear(Path folder) throws IOException {
        Folders.remove(folder.resolve("target"));
        Files.deleteIfExists(folder.resolve("regraded.json.half"));
        Files.deleteIfExists(folder.resolve("regraded.html.half"));
    }

    /** The student reads it too, and need not know where it was graded. */
    private static String reason(Path said, int exit, Path folder) throws IOException {
        return lastLine(said, exit)
                .replace(folder.toAbsolutePath().normalize().toString(), "the code")
                .replace(folder.toString(), "the code");
    }

    private static String lastLine(Path said, int exit) throws IOException {
        // Bytes that are no text are shown as such: what was said may be cut off anywhere.
        List<String> lines = new String(Files.readAllBytes(said), StandardCharsets.UTF_8)
                .lines()
                .filter(line -> !line.isBlank() && !line.startsWith(LiveLine.HOW_FAR))
                .toList();
        return lines.isEmpty()
                ? "the grade ended with exit code " + exit + " and said nothing"
                : lines.get(lines.size() - 1).replaceFirst("^lab: ", "");
    }
}
