package kvlab.gallery;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import kvlab.cluster.UsageException;
import kvlab.grader.BrokenNodes;
import kvlab.grader.CheckResult;
import kvlab.grader.NotGradable;
import kvlab.grader.Progress;

/** What {@code ./lab grade --self-test} finds, where there is a gallery. */
public final class WholeGallery implements BrokenNodes {

    @Override
    public List<String> names() {
        return List.copyOf(SelfTest.all().keySet());
    }

    @Override
    public Verdict grade(String name, boolean inProcess, Path kitHome, Path scratch, Progress progress)
            throws IOException, NotGradable, UsageException {
        SelfTest selfTest = new SelfTest(kitHome, scratch);
        Exhibit exhibit = selfTest.exhibit(name);
        SelfTest.Way way = new SelfTest.Way(true, inProcess && !exhibit.endsItsJvm());
        SelfTest.Result result = selfTest.grade(exhibit, way, progress);
        Map<String, String> unexpected = result.grade().results().stream()
                .filter(check -> result.unexpected().contains(check.check().id()))
                .collect(Collectors.toMap(check -> check.check().id(), CheckResult::message));
        return new Verdict(
                exhibit.mutant().wrong(), exhibit.mutant().checks(), result.isDecided(), result.missed(), unexpected);
    }

    @Override
    public boolean mutate(List<String> only, Path kitHome, Path scratch, Consumer<String> out) throws Exception {
        return new MutationRun(kitHome, scratch, Mutation.equivalent()).grade(only, out);
    }
}
