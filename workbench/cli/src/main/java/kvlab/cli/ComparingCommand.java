package kvlab.cli;

import java.nio.file.Path;
import kvlab.bench.experiment.Bench;
import kvlab.bench.experiment.Compare;
import kvlab.bench.experiment.ComparePlan;
import kvlab.bench.kept.Comparison;
import kvlab.bench.kept.RunFolder;
import kvlab.bench.load.Place;
import kvlab.bench.machine.Diagnosis;
import kvlab.bench.machine.LoadGenerator;

/** A command that loads servers in turn. */
abstract class ComparingCommand extends LabCommand {

    /**
     * Measures, prints the result and returns the exit code.
     *
     * @param json where all of it is written; null for nowhere
     * @param scratch a folder for everything that is needed only while it runs
     */
    final int compare(ComparePlan plan, Place place, Path json, Path scratch) throws Exception {
        Diagnosis machine = LoadOptions.machine(home(), place, scratch);
        LoadGenerator generator = LoadOptions.generator(home(), place, machine);
        RunFolder folder;
        try (LiveLine live = new LiveLine(err())) {
            Bench bench = new Bench(home(), generator, machine, text -> live.says("  " + text));
            folder = new Compare(home(), Compare.with(bench, scratch), generator, machine, live)
                    .run(plan.suiting(generator));
        }
        Comparison comparison = folder.comparison();
        tell(folder, json);
        requireProfiles(folder, "the comparison is kept without that profile");
        return comparison.comparable() ? Lab.DONE : Lab.UNDECIDED;
    }
}
