package kvlab.bench.experiment;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import kvlab.ceiling.HttpCeiling;
import kvlab.cluster.StageProgram;
import kvlab.cluster.Stages;
import kvlab.cluster.UsageException;

/** The server that {@code --saturate} compares a stage with. */
public final class HttpAlone {

    /** As a comparison calls it. */
    public static final String NAME = "HTTP alone";

    private static final String HAS_ONE_NIO = "1-single-node";

    private HttpAlone() {}

    /** A node of one-nio that answers a constant. It runs on the class path of a stage, which has one-nio. */
    public static StageProgram of(Stages stages) throws UsageException, IOException {
        URI jar = URI.create(HttpCeiling.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toString());
        return stages.find(HAS_ONE_NIO).plus(Path.of(jar)).with("http-alone", HttpCeiling.class.getName());
    }
}
