package kvlab.bench.experiment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import kvlab.bench.machine.Diagnosis;
import kvlab.bench.machine.Doctor;
import kvlab.bench.machine.LoadGenerator;
import kvlab.cluster.StageProgram;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** What tests need that measure for seconds, or pretend to: a home of their own, a stage, and what measures it. */
public abstract class AtSmokeScale {

    protected static final Path REAL_HOME = Path.of(System.getProperty("kvlab.home"));
    protected static final LoadGenerator GENERATOR = LoadGenerator.find(REAL_HOME);
    protected static final Diagnosis MACHINE = Doctor.examine(REAL_HOME);

    protected final StageProgram stage = new StageProgram(
                    "1-single-node", System.getProperty("java.class.path"), "kvlab.single.StageFactory")
            .briefly();
    protected final List<String> progress = new ArrayList<>();

    @TempDir
    protected Path home;

    @BeforeEach
    protected void scripts() throws IOException {
        Files.createSymbolicLink(home.resolve("wrk_scripts"), REAL_HOME.resolve("wrk_scripts"));
    }
}
