package kvlab.handin;

import java.io.IOException;
import java.nio.file.Path;
import java.util.SortedMap;

/** Finds out how alike the hand-ins of a stage are. */
public interface Comparing {

    /**
     * @param projects by the students' keys
     * @param kept what it is seen with in full is written there
     */
    Similarity of(String stage, SortedMap<String, Path> projects, Path kept) throws IOException, InterruptedException;
}
