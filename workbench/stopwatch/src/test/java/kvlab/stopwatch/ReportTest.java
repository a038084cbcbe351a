package kvlab.stopwatch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {

    @TempDir
    private Path home;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);

    @BeforeEach
    void aRunOfTwoModules() throws IOException {
        module(
                "grader/gallery",
                100,
                Map.of(
                        "kvlab.gallery.GalleryTest",
                        new Cost(90, 130.25, 552, 71),
                        "kvlab.gallery.LanesTest",
                        new Cost(3, 7, 10, 4)),
                List.of(new Loop(0.3, 0.2), new Loop(0.2, 0.15), new Loop(0.2, 0.16)));
        module("workbench/cli", 50, Map.of("kvlab.cli.LabTest", new Cost(50, 40, 31, 2)), List.of());
    }

    @Test
    void theTableBeginsWithTheLongestAndFitsATerminal() throws IOException {
        Report.of(home).table(out);
        List<String> lines = text().lines().toList();
        assertEquals("      90.0    130.3    552        71  GalleryTest", lines.get(2));
        assertEquals("      50.0     40.0     31         2  LabTest", lines.get(3));
        assertTrue(lines.contains("     100.0    137.3    562        75  grader/gallery"), text());
        lines.forEach(line -> assertTrue(line.length() <= 80, line));
    }

    @Test
    void aRunThatIsItsOwnBudgetKeepsIt() throws IOException {
        assertTrue(Report.of(home).keepsBudget(out), "a kit without a budget");
        Files.createDirectory(home.resolve(".ci"));
        Files.move(home.resolve(".kvlab/test-budget.tsv"), home.resolve(".ci/test-budget.tsv"));
        assertTrue(Report.of(home).keepsBudget(out), text());
        assertEquals("", text());
        module("workbench/cli", 120, Map.of("kvlab.cli.LabTest", new Cost(120, 40, 31, 2)), List.of());
        assertFalse(Report.of(home).keepsBudget(out));
        assertTrue(text().startsWith("lab: the tests of workbench/cli take 2.2 times their budget: 120 s"), text());
        assertTrue(text().contains("if this growth is intended, copy "), text());
    }

    @Test
    void aDamagedFileIsNamed() throws IOException {
        Path file = home.resolve("workbench/cli/target/test-times.tsv");
        Files.writeString(file, "class\tLabTest\t1\ttwo\n");
        IOException e = assertThrows(IOException.class, () -> Report.of(home));
        assertEquals(file + ": expected a number as field 4 of: class LabTest 1 two", e.getMessage());
    }

    private void module(String name, double wall, Map<String, Cost> classes, List<Loop> loops) throws IOException {
        new ModuleTimes(wall, classes, loops).write(home.resolve(name).resolve("target"));
    }

    private String text() {
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
