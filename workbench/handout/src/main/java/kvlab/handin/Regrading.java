package kvlab.handin;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.SortedMap;

/** Grades once more what was handed in. */
public interface Regrading {

    /** @param told the student's own grade of this code; null when there is none */
    record Work(Path project, Scores told) {}

    /**
     * @param works by the students' keys
     * @return what came of each, by the same keys
     */
    Map<String, Regraded> of(SortedMap<String, Work> works) throws IOException, InterruptedException;
}
