package kvlab.gallery;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import kvlab.cluster.Folders;
import kvlab.cluster.StageProgram;
import kvlab.cluster.Stages;
import kvlab.cluster.UsageException;
import kvlab.grader.BrokenNodes;
import kvlab.grader.CheckResult;
import kvlab.grader.GradedCheck;
import kvlab.grader.Grader;
import kvlab.grader.NotGradable;
import kvlab.grader.Outcome;
import kvlab.grader.Progress;
import kvlab.grader.Selection;
import kvlab.grader.Subject;

/**
 * Grades each mutation until a check fails. The checks that have caught the most mutations come first, so only a mutation that
 * survives takes a whole grade.
 */
final class MutationRun {

    /** Grades mostly wait. On a busier machine a check may fail without a reason, and that would count as a catch. */
    private static final int LANES = 2;

    /** A node uses this class only if it is told so. With client=futures the stage itself fails checks. */
    private static final Map<String, String> SETTINGS = Map.of("4-async-client:OwnPoolClient.", "client=own-pool");

    private static final long SEED = 42;
    private static final double PERCENT = 100;

    private final Path kitHome;
    private final Path scratch;
    private final Map<String, String> equivalent;
    private final Map<String, Integer> caught = new ConcurrentHashMap<>();

    /** @param equivalent the names of mutations that make no difference to a client, with the reasons */
    MutationRun(Path kitHome, Path scratch, Map<String, String> equivalent) {
        this.kitHome = kitHome;
        this.scratch = scratch;
        this.equivalent = equivalent;
    }

    /** @param by the check that failed, or what else happened; empty when every check passed */
    private record Fate(Mutation mutation, String by) {}

    /** @see kvlab.grader.BrokenNodes#mutate */
    boolean grade(List<String> only, Consumer<String> out) throws Exception {
        List<Mutation> chosen = new ArrayList<>();
        for (String stage : new Stages(kitHome).names()) {
            Stream.concat(
                            WrongBodies.all().stream()
                                    .filter(body -> body.stage().equals(stage))
                                    .map(body -> Mutation.of(kitHome, body)),
                            Mutation.of(kitHome, stage).stream())
                    .filter(each -> only.isEmpty() || only.contains(stage) || only.contains(each.name()))
                    .forEach(chosen::add);
        }
        if (chosen.isEmpty()) {
            throw UsageException.of(
                    "--only " + String.join(",", only)
                            + ": there is no such mutation; give a stage, as 2-sharding, or a mutation, as 2-sharding:RendezvousHash.owner-1");
        }
        List<Fate> fates = fates(
                chosen.stream()
                        .filter(each -> !equivalent.containsKey(each.name()))
                        .toList(),
                out);
        boolean enough = true;
        for (String stage : chosen.stream().map(Mutation::stage).distinct().toList()) {
            for (Mutation.Kind kind : Mutation.Kind.values()) {
                Predicate<Mutation> counts = each -> each.stage().equals(stage) && each.kind() == kind;
                long all = chosen.stream().filter(counts).count();
                if (all > 0) {
                    List<Fate> its = fates.stream()
                            .filter(fate -> counts.test(fate.mutation()))
                            .toList();
                    enough &= isEnough(stage, kind, all, its, out);
                }
            }
        }
        return enough;
    }

    private static boolean isEnough(
            String stage, Mutation.Kind kind, long all, List<Fate> fates, Consumer<String> out) {
        long dead = fates.stream().filter(fate -> !fate.by().isEmpty()).count();
        double score = fates.isEmpty() ? PERCENT : PERCENT * dead / fates.size();
        out.accept(String.format(
                Locale.ROOT,
                "%-16s %4d %-13s %3d equivalent, %4d of %4d caught: %.1f %%",
                stage,
                all,
                kind + ",",
                all - fates.size(),
                dead,
                fates.size(),
                score));
        return score >= BrokenNodes.SCORE;
    }

    private List<Fate> fates(List<Mutation> mutations, Consumer<String> out) throws InterruptedException {
        ExecutorService lanes = Executors.newFixedThreadPool(LANES);
        try {
            List<Callable<Fate>> grades = new ArrayList<>();
            for (Mutation mutation : mutations) {
                grades.add(() -> {
                    Fate fate = new Fate(mutation, by(mutation));
                    synchronized (out) {
                        out.accept((fate.by().isEmpty() ? "MISSED  " : "caught  ") + mutation.name() + "\n        "
                                + mutation.wrong() + (fate.by().isEmpty() ? "" : ": " + fate.by()));
                    }
                    return fate;
                });
            }
            List<Fate> fates = new ArrayList<>();
            for (Future<Fate> fate : lanes.invokeAll(grades)) {
                fates.add(fate.get());
            }
            return fates;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } finally {
            lanes.shutdownNow();
        }
    }

    private String by(Mutation mutation) throws IOException, UsageException {
        Path folder = Files.createDirectories(scratch.resolve(mutation.name().replace(':', '-')));
        try {
            mutation.change().write(Files.createDirectories(folder.resolve("classes")));
            StageProgram stage = new Stages(kitHome).find(mutation.stage());
            String classPath = folder.resolve("classes") + ":" + System.getProperty("java.class.path");
            StageProgram program = new StageProgram(mutation.stage(), classPath, stage.factory()).briefly();
            List<String> settings = SETTINGS.entrySet().stream()
                    .filter(each -> mutation.name().startsWith(each.getKey()))
                    .map(Map.Entry::getValue)
                    .toList();
            Subject subject = new Subject(mutation.stage(), mutation.stage(), program, null, settings);
            return by(subject, folder.resolve("grade"));
        } finally {
            Folders.remove(folder);
        }
    }

    private String by(Subject subject, Path folder) {
        AtomicReference<CheckResult> failed = new AtomicReference<>();
        Progress untilOneFails = new Progress() {
            @Override
            public void ends(CheckResult result) {
                if (result.outcome() == Outcome.FAIL) {
                    failed.compareAndSet(null, result);
                }
            }
        };
        try {
            new Grader(folder).grade(subject, checks(subject), untilOneFails, () -> failed.get() == null);
        } catch (NotGradable e) {
            return Optional.ofNullable(failed.get())
                    .map(result -> result.check().id())
                    .orElse("it cannot be graded");
        } catch (UsageException e) {
            return "it refuses its command line";
        }
        if (failed.get() == null) {
            return "";
        }
        String id = failed.get().check().id();
        caught.merge(id, 1, Integer::sum);
        return id;
    }

    private Selection checks(Subject subject) throws UsageException {
        Selection all = Selection.of(subject, List.of(), SEED);
        return all.with(all.checks().stream()
                .sorted(Comparator.comparing((GradedCheck check) -> -caught.getOrDefault(check.id(), 0)))
                .toList());
    }
}
