package kvlab.gallery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import kvlab.cluster.Stages;
import kvlab.cluster.UsageException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** PIT's engine changes a stage, and the grader catches a change or reports that it does not. */
class MutationTest {

    private static final Path HOME = Path.of(System.getProperty("kvlab.home"));

    @TempDir
    private Path directory;

    @Test
    void eachMutationHasANameOfItsOwnAndTheListOfEquivalentsNamesExistingOnes() throws Exception {
        List<String> names = new ArrayList<>();
        for (String stage : new Stages(HOME).names()) {
            Mutation.of(HOME, stage).forEach(mutation -> names.add(mutation.name()));
        }
        assertEquals(names.size(), new HashSet<>(names).size());
        Set<String> gone = new HashSet<>(Mutation.equivalent().keySet());
        names.forEach(gone::remove);
        assertEquals(Set.of(), gone);
    }

    @Test
    void theStoreWithoutItsPutIsCaughtAndOneThatKeepsMemoryWhenItEndsIsNot() throws Exception {
        List<String> lines = new ArrayList<>();
        assertTrue(grade(nameOf("removed call to RocksDB::put"), lines));
        assertTrue(lines.get(0).startsWith("caught  1-single-node:EntityStore.put-"), lines.toString());
        assertTrue(lines.get(1).endsWith("1 of    1 caught: 100.0 %"), lines.toString());

        lines.clear();
        String close = nameOf("removed call to RocksDB::close");
        assertFalse(grade(close, lines), lines::toString);
        assertTrue(lines.get(0).startsWith("MISSED  1-single-node:EntityStore.close-"), lines.toString());
        assertTrue(lines.get(1).endsWith("0 of    1 caught: 0.0 %"), lines.toString());

        lines.clear();
        assertTrue(grade(close, lines, Mutation.equivalent()));
        assertTrue(
                lines.get(0).endsWith("1 mutations,      1 equivalent,    0 of    0 caught: 100.0 %"),
                lines.toString());
    }

    @Test
    void aNameThatNoMutationHasIsRefused() {
        UsageException refused = assertThrows(UsageException.class, () -> grade("moon", new ArrayList<>()));
        assertTrue(refused.getMessage().startsWith("--only moon: there is no such mutation"), refused.getMessage());
    }

    private boolean grade(String name, List<String> lines) throws Exception {
        return grade(name, lines, Map.of());
    }

    private boolean grade(String name, List<String> lines, Map<String, String> equivalent) throws Exception {
        return new MutationRun(HOME, directory, equivalent).grade(List.of(name), lines::add);
    }

    private static String nameOf(String change) throws Exception {
        return Mutation.of(HOME, "1-single-node").stream()
                .filter(mutation -> mutation.wrong().endsWith(change))
                .findFirst()
                .orElseThrow()
                .name();
    }
}
