package kvlab.bench.machine;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import kvlab.cluster.Target;

/**
 * Most trouble with a lab is trouble with a machine: an old JDK, a wrk that is not wrk2, a profiler that sees half. The
 * doctor looks at the machine before a student loses an evening, and says for each thing whether it will do and which
 * command mends it. What it found is also the machine table of every report: a figure without its machine says little.
 */
public final class Doctor {
    private Doctor() {}

    /** Takes as long as the slowest program that is asked for its version; never more than a minute. */
    public static Diagnosis examine(Path kit) {
        return examine(Surroundings.here(kit));
    }

    static Diagnosis examine(Surroundings here) {
        Machine machine = look(here);
        String date = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        return new Diagnosis(Diagnosis.SCHEMA, date, machine, findings(machine, Packages.of(here)));
    }

    /**
     * What is to be known of a target box without a program of ours on it; what else the table has is null.
     *
     * @param scratch for copies of what the box tells of itself
     */
    public static Diagnosis examine(Target target, Path scratch) throws IOException {
        String date = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        return new Diagnosis(Diagnosis.SCHEMA, date, TargetMachine.look(target, scratch), List.of());
    }

    private static Machine look(Surroundings here) {
        // These five start programs, which may all hang until their time is up: side by side, that is one wait.
        ExecutorService asking = Executors.newFixedThreadPool(5);
        try {
            var maven = CompletableFuture.supplyAsync(() -> Maven.look(here), asking);
            var loadGenerator = CompletableFuture.supplyAsync(() -> LoadGenerator.look(here), asking);
            var python = CompletableFuture.supplyAsync(() -> Python.look(here), asking);
            var sandbox = CompletableFuture.supplyAsync(() -> Bubblewrap.look(here), asking);
            var jupyter = CompletableFuture.supplyAsync(() -> Jupyter.look(here), asking);
            return new Machine(
                    Platform.look(here),
                    Cpu.look(here),
                    Memory.look(here),
                    Disk.look(here),
                    Ports.look(Ports.OF_THE_KIT),
                    Java.look(here),
                    maven.join(),
                    loadGenerator.join(),
                    PerfEvent.look(here),
                    python.join(),
                    jupyter.join(),
                    sandbox.join());
        } finally {
            asking.shutdownNow();
        }
    }

    private static List<Finding> findings(Machine machine, Packages packages) {
        return List.of(
                machine.platform().finding(),
                machine.cpu().finding(),
                machine.memory().finding(),
                machine.disk().finding(),
                machine.ports().finding(machine.platform()),
                machine.java().finding(packages),
                machine.maven().finding(machine.java(), packages),
                machine.loadGenerator().finding(),
                machine.perfEvent().finding(machine.platform()),
                machine.python().finding(packages),
                machine.jupyter().finding(),
                machine.sandbox().finding(packages));
    }
}
