package kvlab.handin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeptGradeTest {

    private static final String CODE = "c0de";
    private static final String STAGE = Student.STAGE;
    private static final String KIT = "this kit";

    private static final KeptGrade BROKEN = KeptGrade.failedForGood(CODE, STAGE, KIT, "the code does not compile");

    @TempDir
    private Path directory;

    /** The exit code says only that a check failed. */
    @ParameterizedTest
    @ValueSource(strings = {"skipped", "inconclusive"})
    void gradeThatFailedOneCheckAndDidNotDecideAnotherIsNoScore(String outcome) throws Exception {
        Student student = new Student(directory);
        student.grade(student.project(), Map.of("R3", 0, "R9", 0));
        String half = Files.readString(student.folder().resolve("target/grade.json"))
                .replaceFirst("(\"rule\":\"R9\".*?\"outcome\":)\"fail\"", "$1\"" + outcome + '"');
        KeptGrade kept = KeptGrade.of(CODE, STAGE, KIT, half.getBytes(StandardCharsets.UTF_8));
        String problem = "it got 80 points of 100, and 1 check was not decided, as R9, What R9 says: expected";
        assertTrue(kept.problem().startsWith(problem), kept.problem());
        assertFalse(kept.isDecided(CODE, STAGE, KIT));
    }

    @Test
    void whatWillNotComeToAScoreIsDecidedAndWhatMayIsNot() {
        KeptGrade late = KeptGrade.failed(CODE, STAGE, KIT, "it took longer than 30 minutes, and was ended");
        assertFalse(late.isDecided(CODE, STAGE, KIT));
        assertTrue(BROKEN.isDecided(CODE, STAGE, KIT));
    }

    @Test
    void saysNothingOfOtherCodeAnotherStageOrByAnotherKit() {
        assertFalse(BROKEN.isDecided("0ther", STAGE, KIT));
        assertFalse(BROKEN.isDecided(CODE, "2-sharding", KIT));
        assertFalse(BROKEN.isDecided(CODE, STAGE, "another kit"));
        assertFalse(BROKEN.isOf(CODE, "2-sharding"));
    }

    /** An earlier kit wrote none. */
    @Test
    void whatWasKeptWithoutItsStageSaysNothing() throws Exception {
        BROKEN.write(directory, null);
        assertEquals(BROKEN, KeptGrade.read(directory));
        Path file = directory.resolve(KeptGrade.FILE);
        Files.writeString(file, Files.readString(file).replace("\"stage\"", "\"task\""));
        assertNull(KeptGrade.read(directory));
    }
}
