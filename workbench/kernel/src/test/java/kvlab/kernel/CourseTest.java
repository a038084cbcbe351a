package kvlab.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CourseTest {

    @TempDir
    private Path home;

    @Test
    void rowsAreThoseOfTheLab() throws Exception {
        write("""
                {"runs": [
                  {"labs": ["3-replication", "5-size"], "report": "one", "variant": "sync", "op": "PUT", "nodes": 3,
                   "rate": 5000, "requests_per_s": 4999.13, "latency_ms": {"avg": 18.28, "max": 727.55},
                   "percentiles_ms": {"50.0": 1.73, "99.0": 306.43, "99.9": 645.63}},
                  {"labs": ["5-size"], "report": "other", "rate": 1},
                  {"labs": ["3-replication"], "report": "two", "rate": 400, "machine": "a small one"}]}
                """);
        List<List<String>> rows = Course.of(home, "3-replication").rows();
        assertEquals(
                List.of("one", "-", "sync", "put", "3", "5000", "4999", "18.28 ms", "1.73 ms", "306 ms", "646 ms"),
                rows.get(0));
        assertEquals(List.of("two", "a small one", "-", "-", "-", "400", "-", "-", "-", "-", "-"), rows.get(1));
    }

    @Test
    void unknownLabNamesThoseThereAre() throws Exception {
        write("{\"runs\": [{\"labs\": [\"3-replication\"]}]}");
        LabFailure e = assertThrows(LabFailure.class, () -> Course.of(home, "moon"));
        assertTrue(e.getMessage().endsWith("knows no such lab, only 3-replication"), e.getMessage());
    }

    @Test
    void missingAndDamagedFilesAreNamed() throws Exception {
        LabFailure missing = assertThrows(LabFailure.class, () -> Course.of(home, "3-replication"));
        assertTrue(missing.getMessage().contains("course.json is missing"), missing.getMessage());
        write("{\"runs\": [");
        LabFailure damaged = assertThrows(LabFailure.class, () -> Course.of(home, "3-replication"));
        assertTrue(damaged.getMessage().contains("course.json is damaged"), damaged.getMessage());
    }

    private void write(String text) throws Exception {
        Files.createDirectories(home.resolve("notebooks"));
        Files.writeString(home.resolve("notebooks/course.json"), text);
    }
}
