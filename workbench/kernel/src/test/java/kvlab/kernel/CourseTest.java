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
                {"labs": {"3-replication": [
                  {"report": "one", "variant": "sync", "op": "put", "rate": 5000, "held": true, "p50": 1.73, "p99": 306.43},
                  {"report": "two", "rate": 400, "held": 399.5, "note": "7 minutes"}], "other": []}}
                """);
        List<List<String>> rows = Course.of(home, "3-replication").rows();
        assertEquals(List.of("one", "sync", "put", "-", "5000", "yes", "1.73 ms", "306 ms", "-"), rows.get(0));
        assertEquals(List.of("two", "-", "-", "7 minutes", "400", "400", "-", "-", "-"), rows.get(1));
    }

    @Test
    void unknownLabNamesThoseThereAre() throws Exception {
        write("{\"labs\": {\"3-replication\": []}}");
        LabFailure e = assertThrows(LabFailure.class, () -> Course.of(home, "moon"));
        assertTrue(e.getMessage().endsWith("knows no such lab, only 3-replication"), e.getMessage());
    }

    @Test
    void missingAndDamagedFilesAreNamed() throws Exception {
        LabFailure missing = assertThrows(LabFailure.class, () -> Course.of(home, "3-replication"));
        assertTrue(missing.getMessage().contains("course.json is missing"), missing.getMessage());
        write("{\"labs\": [");
        LabFailure damaged = assertThrows(LabFailure.class, () -> Course.of(home, "3-replication"));
        assertTrue(damaged.getMessage().contains("course.json is damaged"), damaged.getMessage());
    }

    private void write(String text) throws Exception {
        Files.createDirectories(home.resolve("notebooks"));
        Files.writeString(home.resolve("notebooks/course.json"), text);
    }
}
