package kvlab.handin;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.SortedMap;

/** Grades once more what was handed in. */
public interface Regrading {

    /**
     * @param projects by the students' keys
     * @return what came of each, by the same keys
     */
    Map<String, Regraded> of(SortedMap<String, Path> projects) throws IOException, InterruptedException;
}
