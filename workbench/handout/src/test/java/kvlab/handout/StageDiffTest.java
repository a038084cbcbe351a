package kvlab.handout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import kvlab.cluster.UsageException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A kit of three stages: the second has a StageNode of its own, the third another, and a Reply as the first. */
class StageDiffTest {

    @TempDir
    private Path kit;

    @BeforeEach
    void threeStages() throws IOException {
        file("1-one/src/main/java/kit/one/StageNode.java", "package kit.one;", "", "class StageNode {}");
        file("1-one/src/main/java/kit/one/Reply.java", "package kit.one;", "", "class Reply {}");
        file("2-two/src/main/java/kit/two/StageNode.java", "package kit.two;", "", "class StageNode {", "}");
        file("2-two/src/main/java/kit/two/Hash.java", "package kit.two;", "", "class Hash {}");
        file("2-two/src/test/java/kit/two/HashTest.java", "package kit.two;", "", "class HashTest {}");
        file("3-three/src/main/java/kit/three/Abc.java", "package kit.three;", "", "class Abc {}");
        file("3-three/src/main/java/kit/three/Reply.java", "package kit.three;", "", "class Reply {}");
        file("3-three/src/main/java/kit/three/StageNode.java", "package kit.three;", "", "class StageNode {", "}");
        Files.createDirectories(kit.resolve("stages/api/src/main/java"));
    }

    @Test
    void firstStageIsAllNew() throws Exception {
        assertEquals(List.of("StageNode.java new", "Reply.java new"), names("1-one"));
    }

    @Test
    void latestEarlierNamesakeIsTheOneThatCounts() throws Exception {
        assertEquals(List.of("StageNode.java 2-two", "Reply.java 1-one", "Abc.java new"), names("3-three"));
    }

    @Test
    void testsAreNoPartOfIt() throws Exception {
        assertEquals(List.of("StageNode.java 1-one", "Hash.java new"), names("2-two"));
    }

    @Test
    void textIsUnifiedDiffs() throws Exception {
        assertEquals("""
                StageNode.java: 2-two beside 1-one
                --- stages/1-one/src/main/java/kit/one/StageNode.java
                +++ stages/2-two/src/main/java/kit/two/StageNode.java
                @@ -1,3 +1,4 @@
                -package kit.one;
                +package kit.two;
                #
                -class StageNode {}
                +class StageNode {
                +}

                Hash.java: new in 2-two
                --- /dev/null
                +++ stages/2-two/src/main/java/kit/two/Hash.java
                @@ -0,0 +1,3 @@
                +package kit.two;
                +
                +class Hash {}
                """.replace("#", " "), StageDiff.of(kit, "2-two").text(false));
    }

    @Test
    void colourChangesNoText() throws Exception {
        StageDiff diff = StageDiff.of(kit, "2-two");
        String coloured = diff.text(true);
        assertTrue(coloured.contains("\u001b[32m+package kit.two;\u001b[0m\n"));
        assertTrue(coloured.contains("\u001b[31m-package kit.one;\u001b[0m\n"));
        assertEquals(diff.text(false), coloured.replaceAll("\u001b\\[[0-9]+m", ""));
        assertFalse(diff.text(false).contains("\u001b"));
    }

    @Test
    void tableCountsLinesAndFitsATerminal() throws Exception {
        String table = StageDiff.of(kit, "2-two").table();
        assertEquals("""
                file beside + -
                StageNode.java 1-one 3 2
                Hash.java new 3 0
                2 files 6 2
                """, table.replaceAll(" +", " "));
        table.lines().forEach(line -> assertTrue(line.length() <= 80, line));
    }

    @Test
    void unknownStageIsAnsweredWithThoseThatThereAre() {
        UsageException e = assertThrows(UsageException.class, () -> StageDiff.of(kit, "4-four"));
        assertEquals("there is no stage '4-four'; there are 1-one, 2-two, 3-three", e.getMessage());
    }

    private List<String> names(String stage) throws Exception {
        return StageDiff.of(kit, stage).files().stream()
                .map(file -> file.name() + " " + (file.isNew() ? "new" : file.beside()))
                .toList();
    }

    private void file(String path, String... lines) throws IOException {
        Path file = kit.resolve("stages").resolve(path);
        Files.createDirectories(file.getParent());
        Files.write(file, List.of(lines));
    }
}
