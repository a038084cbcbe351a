package kvlab.bench.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.time.Duration;
import java.util.List;
import kvlab.cluster.Jvm;
import kvlab.cluster.StageProgram;
import org.junit.jupiter.api.Test;

class MeasuredCodeTest {

    @Test
    void runOfAProjectTellsItsFingerprint() {
        StageProgram project = new StageProgram("my-stage3", "3-replication", "x.jar", "Factory", Jvm.own(), "abc");
        assertEquals("abc", fingerprint(project));
        assertEquals("abc", fingerprint(project.on(Jvm.own()).with("other", "Other")));
    }

    @Test
    void runOfAStageHasNone() {
        assertNull(fingerprint(new StageProgram("3-replication", "x.jar", "Factory")));
    }

    private static String fingerprint(StageProgram program) {
        BenchPlan plan = new BenchPlan(
                program,
                3,
                List.of(),
                8090,
                Duration.ZERO,
                null,
                Place.HERE,
                new Load(Op.PUT, 500, 4, 2, 2, 200, 64, 1, null, 1, null));
        return Options.of(plan).fingerprint();
    }
}
