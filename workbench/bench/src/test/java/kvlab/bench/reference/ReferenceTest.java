package kvlab.bench.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import kvlab.bench.kept.RunFolder;
import kvlab.cluster.Folders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What came with the kit is what was recorded, and a kit that reads it. */
class ReferenceTest {

    private static final int MIB = 1 << 20;

    @TempDir
    private Path home;

    @Test
    void everyRecordedRunIsReadableWholeAndSmall() throws Exception {
        Path kit = Path.of(System.getProperty("kvlab.home"));
        assertEquals(List.of(), new Reference(kit).faults());
    }

    @Test
    void everyQuestionOfTheLabsIsAnswered() throws Exception {
        Reference reference = new Reference(Path.of(System.getProperty("kvlab.home")));
        List<String> open = new ArrayList<>();
        for (ReferenceLab lab : ReferenceLabs.all()) {
            for (ReferenceLab.Measurement each : lab.measurements()) {
                if (reference.find(lab.id(each)).isEmpty()) {
                    open.add(lab.id(each));
                }
            }
        }
        assertEquals(List.of(), open);
    }

    /** ./lab record writes the page anew, also when there is nothing left to measure. */
    @Test
    void pageOfTheKitTellsWhatIsRecorded() throws Exception {
        Path kit = Path.of(System.getProperty("kvlab.home"));
        assertEquals(
                ReferencePage.text(new Reference(kit), ReferenceLabs.all()),
                Files.readString(kit.resolve(RunFolder.REFERENCE).resolve(ReferencePage.FILE)));
    }

    @Test
    void pageTellsOfEachQuestionWhatWasFound() throws Exception {
        copied();
        String page = ReferencePage.text(new Reference(home), ReferenceLabs.all());
        String found = new Reference(home)
                .find("1-single-node/store-put")
                .orElseThrow()
                .comparison()
                .outcomes()
                .get(0)
                .headline();
        assertTrue(
                page.contains(
                        "profiled, same within 10 %: store=base · store=tuned | Recorded otherwise: " + found + " |\n"),
                page);
        assertTrue(
                page.contains("| `2-sharding/get`<br>get at 10000/s, 64 connections: 1-single-node · 2-sharding"
                        + " | Not recorded. |\n"),
                page);
        assertTrue(page.contains(": 3-replication, 3 nodes · 5-event-loop, 3 nodes | "), page);
        assertFalse(page.contains(ReferencePage.REPORT), page);
        Files.createFile(home.resolve(RunFolder.REFERENCE).resolve("1-single-node/" + ReferencePage.REPORT));
        assertTrue(ReferencePage.text(new Reference(home), ReferenceLabs.all())
                .contains("[The lab's notebook, executed](1-single-node/report.html), is a page for a browser.\n"));
    }

    @Test
    void pageTellsOfWhatIsDamagedAndOfAllElse() throws Exception {
        Files.writeString(copied().resolve("1-single-node/store-put/compare.json"), "{");
        String page = ReferencePage.text(new Reference(home), ReferenceLabs.all());
        assertTrue(page.contains(": store=base · store=tuned | Recorded, and damaged since. |\n"), page);
        assertTrue(page.contains(", profiled: 2-sharding · 3-replication | Not recorded. |\n"), page);
    }

    @Test
    void fileThatWasChangedAddedOrRemovedIsNamed() throws Exception {
        Path run = copied().resolve("1-single-node/store-put/a1");
        assertEquals(List.of(), faults());
        Files.writeString(run.resolve("wrk2.txt"), "one line more\n", StandardOpenOption.APPEND);
        Files.createFile(run.resolve("added.txt"));
        Files.delete(run.resolve("wrk2.json"));
        String told = " is not what was recorded: its SHA-256 in run.json is another";
        assertEquals(
                List.of(
                        run.resolve("added.txt") + told,
                        run.resolve("wrk2.json") + told,
                        run.resolve("wrk2.txt") + told),
                faults());
    }

    @Test
    void eachFileAndAllTogetherAreSmall() throws Exception {
        Path reference = copied();
        Path large = Files.write(reference.resolve("large"), new byte[MIB + 1]);
        assertEquals(List.of(large + " has 1048577 bytes: expected 1048576 at most"), faults());
        Files.delete(large);
        long all = size(reference);
        for (int i = 0; i < 16; i++) {
            Files.write(reference.resolve("some-" + i), new byte[MIB]);
        }
        assertEquals(List.of(reference + " has " + (all + 16 * MIB) + " bytes: expected 16777216 at most"), faults());
    }

    @Test
    void runUnderAnotherNameIsFound() throws Exception {
        Path comparison = copied().resolve("1-single-node/store-put");
        Folders.remove(comparison.resolve("a1"));
        Files.move(comparison.resolve("b2"), comparison.resolve("c1"));
        assertEquals(
                List.of(
                        comparison + " names the run 1-single-node/store-put/a1, which is not there",
                        comparison + " names the run 1-single-node/store-put/b2, which is not there",
                        comparison.resolve("c1")
                                + " says that its id is 1-single-node/store-put/b2: expected 1-single-node/store-put/c1"),
                faults().stream().sorted().toList());
    }

    private List<String> faults() throws IOException {
        return new Reference(home).faults();
    }

    private Path copied() throws IOException, URISyntaxException {
        Path recorded =
                Path.of(ReferenceTest.class.getResource("/kvlab/bench/recorded").toURI());
        try (Stream<Path> files = Files.walk(recorded)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = home.resolve(recorded.relativize(file));
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
            }
        }
        return home.resolve(RunFolder.REFERENCE);
    }

    private static long size(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        }
    }
}
