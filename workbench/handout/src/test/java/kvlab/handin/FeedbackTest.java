package kvlab.handin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an instructor may write into feedback.md. Where it is not understood, a review leaves the file as it is. */
class FeedbackTest {

    private static final String WRITTEN = Feedback.none().textOfNobody("anna");

    @TempDir
    private Path directory;

    private Feedback read(String text) throws IOException {
        return Feedback.read(Files.writeString(directory.resolve(Feedback.FILE), text));
    }

    @Test
    void scoreByHandBelowTheEmptyLineOfTheTemplateCounts() throws Exception {
        assertTrue(read(WRITTEN).isUntouched());
        Feedback words = read(WRITTEN + "Score by hand: 80\nScore by hand: 80.0");
        assertEquals(80.0, words.byHand());
        assertNull(words.problem());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        **Score by hand:** 80   | a line says **Score by hand:** 80
        score by hand: 80       | a line says score by hand: 80
        ' Score by hand: 80'    | a line says Score by hand: 80
        80 is the score by hand | a line says 80 is the score by hand
        """)
    void scoreByHandThatDoesNotCountIsToldOf(String line, String problem) throws Exception {
        Feedback words = read(WRITTEN + line);
        assertEquals(
                problem + ": expected it to begin with Score by hand: and to have a number from 0 to 100 alone"
                        + " behind that",
                words.problem());
        assertNull(words.byHand());
    }

    @Test
    void twoScoresByHandAreNone() throws Exception {
        Feedback words = read(WRITTEN + "Score by hand: 80\nScore by hand: 90");
        assertEquals("there are two scores by hand, 80 and 90: expected one", words.problem());
        assertNull(words.byHand());
    }

    @Test
    void wordsAboveTheLineAreNotLostAndAScoreBelowItCounts() throws Exception {
        String changed = WRITTEN.replace("this student.", "this student, who is ill.");
        assertEquals(
                "what is above the line with ./lab review was changed by hand, and would be lost: move your words below"
                        + " that line, and delete what is above it",
                read(changed).problem());
        Feedback scored = read(changed + "Score by hand: 80\n");
        assertEquals(read(changed).problem(), scored.problem());
        assertEquals(80.0, scored.byHand());

        Feedback moved = read("\ufeff" + changed.substring(changed.indexOf("<!-- Below")) + "See you.\n");
        assertNull(moved.problem());
        assertTrue(moved.own().endsWith("See you.\n"));
    }

    @Test
    void editorThatEndsLinesOtherwiseChangesNothing() throws Exception {
        Feedback words = read(WRITTEN.replace("\n", "\r\n") + "Well done.");
        assertNull(words.problem());
        assertTrue(words.own().endsWith("Well done."));
    }

    @Test
    void textInAnotherEncodingIsNotUnderstood() throws Exception {
        Path file = directory.resolve(Feedback.FILE);
        Files.write(file, "Schön.\n".getBytes(StandardCharsets.ISO_8859_1));
        assertEquals("it is no text in UTF-8", Feedback.read(file).problem());
    }
}
