package kvlab.bench.experiment;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import kvlab.bench.kept.RunFolder;
import kvlab.bench.load.BenchPlan;
import kvlab.bench.load.LoadedCluster;
import kvlab.bench.load.Options;
import kvlab.bench.load.WarmUp;
import kvlab.bench.load.Window;
import kvlab.bench.page.FlamePages;
import kvlab.bench.profile.Agent;
import kvlab.bench.profile.Breakdown;
import kvlab.bench.profile.Profile;
import kvlab.bench.profile.ProfileEvent;
import kvlab.bench.profile.Recording;
import kvlab.bench.profile.Stacks;
import kvlab.cluster.ClusterNode;
import kvlab.cluster.Target;

/** One recording of each node of a warm cluster under load, and what is kept of them: stacks, flame graphs and figures. */
final class Profiling {

    private final ProfilePlan plan;
    private final BenchPlan load;
    private final RunFolder folder;
    private final Consumer<String> progress;

    /** By the number of the node, from 1 on. */
    private final Map<Integer, Recording> recordings = new LinkedHashMap<>();

    private final List<Integer> notJvms = new ArrayList<>();

    /** @param folder where stacks and flame graphs get to be */
    Profiling(ProfilePlan plan, BenchPlan load, RunFolder folder, Consumer<String> progress) {
        this.plan = plan;
        this.load = load;
        this.folder = folder;
        this.progress = progress;
    }

    /** Some load before the one that counts. */
    interface WarmUp {
        void run() throws IOException, InterruptedException;
    }

    /** That one. */
    interface Load {
        Window run() throws IOException, InterruptedException;
    }

    /**
     * A JVM compiles anew what it runs when a profiler arrives: in two runs whose beginning was recorded too, that was 11 and
     * 18 % of all samples. So it is not recorded.
     *
     * @param scratch for recordings, which are too large to be kept
     */
    Profile run(LoadedCluster cluster, Path scratch, WarmUp warmUp, Load under)
            throws IOException, InterruptedException {
        Target target = load.place().target();
        Agent agent = target == null ? Agent.unpack(scratch) : Agent.unpack(scratch, target);
        Window window;
        try {
            start(agent, cluster.nodes());
            if (recordings.isEmpty()) {
                return nothing();
            }
            warmUp.run();
            for (Recording recording : recordings.values()) {
                recording.startAgain(plan.events());
            }
            progress.accept("profiling for " + load.load().seconds() + " s");
            window = under.run();
        } catch (IOException e) {
            giveUp();
            throw e;
        }
        for (Recording recording : recordings.values()) {
            recording.stop();
        }
        return evaluate(window);
    }

    private void start(Agent agent, List<ClusterNode> nodes) throws IOException {
        for (int i = 0; i < nodes.size(); i++) {
            ClusterNode node = nodes.get(i);
            Optional<Recording> started =
                    agent.record(node.port(), node.process().pid(), plan.events());
            if (started.isPresent()) {
                recordings.put(i + 1, started.get());
            } else {
                notJvms.add(node.port());
                progress.accept("node " + node.port() + " is no JVM that can be profiled");
            }
        }
    }

    private void giveUp() {
        for (Recording recording : recordings.values()) {
            try {
                recording.stop();
            } catch (IOException e) {
                // Why it came to this is told already.
            }
        }
    }

    private Profile nothing() {
        return new Profile(null, plan.perThread(), null, notJvms, 0, 0, null, Map.of());
    }

    private Profile evaluate(Window window) throws IOException {
        long requests = window.report().requests();
        Map<String, Breakdown> events = new LinkedHashMap<>();
        Boolean kernelFrames = null;
        for (ProfileEvent event : plan.events()) {
            Stacks stacks = keep(event);
            events.put(event.label(), Breakdown.of(event, stacks, requests));
            if (event == ProfileEvent.CPU) {
                kernelFrames = stacks.showKernel();
            }
        }
        double micros = window.cpuMicros();
        return new Profile(
                null,
                plan.perThread(),
                kernelFrames,
                notJvms,
                requests,
                window.report().requestsPerSecond(),
                Double.isNaN(micros) ? null : micros,
                events);
    }

    private Stacks keep(ProfileEvent event) throws IOException {
        Stacks all = new Stacks();
        for (Map.Entry<Integer, Recording> each : recordings.entrySet()) {
            all.addAll(each.getValue().stacks(event, each.getKey(), plan.perThread()));
        }
        all.write(folder.path().resolve(Profile.stacksFile(event)));
        FlamePages.draw(folder.path(), Options.of(load), event, all);
        return all;
    }
}
