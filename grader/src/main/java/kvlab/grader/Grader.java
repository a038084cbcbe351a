package kvlab.grader;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import kvlab.cluster.Folders;
import kvlab.cluster.UsageException;

/**
 * One grader for every stage and for servers in any language. It knows a node's command line and HTTP, and nothing of
 * what is behind them: the checks are JUnit tests against processes that are really stopped and killed. What cannot be
 * decided is never a pass.
 */
public final class Grader {

    private final Path scratch;

    /** @param scratch a folder for the nodes' data, which is removed in the end */
    public Grader(Path scratch) {
        this.scratch = scratch;
    }

    public Grade grade(Subject subject, Selection selection, Progress progress) throws NotGradable, UsageException {
        return grade(subject, selection, progress, () -> true);
    }

    /** @param goesOn is asked before each check: once it says no, the grade is of the checks until then */
    public Grade grade(Subject subject, Selection selection, Progress progress, BooleanSupplier goesOn)
            throws NotGradable, UsageException {
        try {
            Grade grade = graded(
                    subject,
                    selection,
                    new InOrder(progress, goesOn, selection.checks().size()));
            if (!isGoingDown()) {
                return grade;
            }
        } catch (NotGradable | UsageException | RuntimeException e) {
            if (!isGoingDown()) {
                throw e;
            }
        }
        throw NotGradable.interrupted();
    }

    /** On Ctrl-C nodes end before the checks that use them, and what those then see is not the nodes' doing. */
    private static boolean isGoingDown() {
        Thread hook = new Thread(() -> {}, "probe");
        try {
            Runtime.getRuntime().addShutdownHook(hook);
            Runtime.getRuntime().removeShutdownHook(hook);
            return false;
        } catch (IllegalStateException e) {
            return true;
        }
    }

    private Grade graded(Subject subject, Selection selection, InOrder inOrder) throws NotGradable, UsageException {
        long start = System.nanoTime();
        AtomicReference<Exception> end = new AtomicReference<>();
        List<Lane> lanes = new ArrayList<>();
        for (Selection part : parts(subject, selection)) {
            Path folder = scratch.resolve("lane-" + (lanes.size() + 1));
            lanes.add(new Lane(subject, part, folder, end, inOrder));
        }
        Map<String, CheckResult> results = run(lanes);
        inOrder.done();
        if (end.get() instanceof NotGradable e) {
            throw e;
        }
        if (end.get() instanceof UsageException e) {
            throw e;
        }
        return new Grade(
                subject.stage(),
                selection.seed(),
                selection.checks().stream()
                        .map(check -> results.get(check.id()))
                        .filter(Objects::nonNull)
                        .toList(),
                (System.nanoTime() - start) / (double) TimeUnit.SECONDS.toNanos(1));
    }

    /**
     * Checks mostly wait, so two run at a time. The checks of replication, or of sharding in stage 2, take about as long as all
     * others and have nodes of their own. In one JVM, and against a node that runs already, checks run one by one.
     */
    private static Collection<Selection> parts(Subject subject, Selection selection) {
        if (subject.isInProcess() || subject.isRunning()) {
            return List.of(selection);
        }
        return selection.checks().stream()
                .collect(Collectors.groupingBy(
                        check -> check.rule().takesHalf(subject.stageNumber()),
                        Collectors.collectingAndThen(Collectors.toList(), selection::with)))
                .values();
    }

    private Map<String, CheckResult> run(List<Lane> lanes) throws NotGradable {
        ExecutorService threads = Executors.newFixedThreadPool(lanes.size());
        try {
            Map<String, CheckResult> results = new HashMap<>();
            for (Future<Map<String, CheckResult>> each : threads.invokeAll(lanes)) {
                results.putAll(each.get());
            }
            return results;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw NotGradable.interrupted();
        } finally {
            threads.shutdownNow();
            removeScratch();
        }
    }

    private void removeScratch() {
        try {
            Folders.remove(scratch);
        } catch (IOException e) {
            System.err.println("cannot remove " + scratch + ": " + e.getMessage());
        }
    }

    /** Numbers the checks of all lanes as they begin. */
    static final class InOrder {

        private final Progress progress;
        private final BooleanSupplier goesOn;
        private final int all;
        private final Set<Selection.Waiting> open = new HashSet<>();
        private int number;

        InOrder(Progress progress, BooleanSupplier goesOn, int all) {
            this.progress = progress;
            this.goesOn = goesOn;
            this.all = all;
        }

        /** Whether anybody waits for the next check. */
        synchronized boolean goesOn() {
            return goesOn.getAsBoolean();
        }

        /** Whether a check of the same step has shown that it waits. */
        synchronized boolean isWaiting(Selection.Waiting waiting) {
            return open.contains(waiting);
        }

        synchronized void waits(Selection.Waiting waiting) {
            open.add(waiting);
        }

        synchronized void starts(GradedCheck check) {
            progress.starts(check, ++number, all);
        }

        synchronized void ends(CheckResult result) {
            progress.ends(result);
        }

        synchronized void skips() {
            number++;
        }

        synchronized void done() {
            progress.done();
        }
    }
}
