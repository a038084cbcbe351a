package kvlab.handin;

import com.google.gson.JsonElement;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import kvlab.bench.Knee;
import kvlab.bench.Op;
import kvlab.bench.Run;
import kvlab.bench.RunFolder;
import kvlab.cluster.UsageException;

/** What the reference does on the machine of whoever reviews: it is the yardstick of the figures of all students. */
final class Baseline {

    private final List<Run> runs = new ArrayList<>();
    private final List<Knee> knees = new ArrayList<>();
    private final List<String> damaged = new ArrayList<>();

    private Baseline() {}

    /** Runs made here, the newest first, and then those that came with the kit. */
    static Baseline of(Path kit) throws IOException {
        Baseline baseline = new Baseline();
        List<RunFolder> all = new ArrayList<>(RunFolder.list(kit));
        all.addAll(RunFolder.reference(kit));
        for (RunFolder each : all) {
            try {
                baseline.add(each);
            } catch (IOException e) {
                baseline.damaged.add(e.getMessage());
            }
        }
        return baseline;
    }

    /** Why some are left out, a sentence for each that cannot be read. */
    List<String> damaged() {
        return List.copyOf(damaged);
    }

    private void add(RunFolder folder) throws IOException {
        switch (folder.kind()) {
            case RUN -> runs.add(folder.read());
            case KNEE -> knees.add(folder.knee());
            case COMPARISON -> {}
        }
    }

    /** Those of this code, the newest one for each operation. */
    List<Measured> beside(List<RunFolder> handedIn, String fingerprint, String stage) throws IOException {
        List<Measured> all = new ArrayList<>();
        for (RunFolder each : handedIn.stream()
                .sorted(Comparator.comparing(RunFolder::id).reversed())
                .toList()) {
            if (each.kind() == RunFolder.Kind.RUN) {
                Run run = each.read();
                boolean isNew = all.stream()
                        .noneMatch(known -> !known.isKnee()
                                && known.op().equals(run.options().op()));
                if (isNew && isOf(fingerprint, run.options()) && hasLatency(run)) {
                    all.add(beside(run, each.id(), stage));
                }
            } else if (each.kind() == RunFolder.Kind.KNEE) {
                Knee knee = each.knee();
                boolean isNew = all.stream()
                        .noneMatch(known -> known.isKnee()
                                && known.op().equals(knee.options().op()));
                if (isNew && isOf(fingerprint, knee.options()) && knee.rate() != null) {
                    all.add(beside(knee, each.id(), stage));
                }
            }
        }
        all.sort(Comparator.comparing(Measured::isKnee).thenComparing(Measured::op));
        return all;
    }

    private static boolean isOf(String fingerprint, Run.Options options) {
        return fingerprint.equals(options.fingerprint());
    }

    private static boolean hasLatency(Run run) {
        return !run.failed() && run.figures() != null && run.figures().latency() != null;
    }

    /** Each one is a column of the page. */
    private static String op(Run.Options options) throws IOException {
        try {
            Op.of(options.op());
            return options.op();
        } catch (UsageException e) {
            throw new IOException("a run of it says " + e.getMessage(), e);
        }
    }

    private Measured beside(Run run, String id, String stage) throws IOException {
        Run like = runs.stream()
                .filter(Baseline::hasLatency)
                .filter(each -> isOfStage(stage, each.options())
                        && each.options().rate() == run.options().rate()
                        && isLike(each.options(), run.options())
                        && each.engine().name().equals(run.engine().name()))
                .findFirst()
                .orElse(null);
        double p50 = run.figures().latency().millis(50);
        double p99 = run.figures().latency().millis(99);
        return new Measured(
                id,
                op(run.options()),
                run.options().rate(),
                p50,
                p99,
                like == null ? null : like.id(),
                like != null && isElsewhere(like.machine(), run.machine()),
                ratio(run, like, each -> each.figures().requestsPerSecond()),
                ratio(run, like, each -> each.figures().latency().millis(50)),
                ratio(run, like, each -> each.figures().latency().millis(99)));
    }

    private Measured beside(Knee knee, String id, String stage) throws IOException {
        Knee like = knees.stream()
                .filter(each -> each.rate() != null
                        && isOfStage(stage, each.options())
                        && each.sloMillis() == knee.sloMillis()
                        && isLike(each.options(), knee.options())
                        && each.engine().name().equals(knee.engine().name()))
                .findFirst()
                .orElse(null);
        return new Measured(
                id,
                op(knee.options()),
                knee.rate(),
                null,
                null,
                like == null ? null : like.id(),
                like != null && isElsewhere(like.machine(), knee.machine()),
                ratio(knee, like, each -> (double) each.rate()),
                null,
                null);
    }

    /** And no student's that is called so. */
    private static boolean isOfStage(String stage, Run.Options options) {
        return options.fingerprint() == null && options.program().equals(stage);
    }

    private static boolean isLike(Run.Options one, Run.Options other) {
        return one.op().equals(other.op()) && one.connections() == other.connections() && one.nodes() == other.nodes();
    }

    private static boolean isElsewhere(JsonElement one, JsonElement other) {
        return !Run.processor(one).equals(Run.processor(other));
    }

    private static <T> Double ratio(T student, T reference, Function<T, Double> figure) {
        return reference == null ? null : figure.apply(student) / figure.apply(reference);
    }
}
