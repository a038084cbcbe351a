package kvlab.handin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StudentNameTest {

    @ParameterizedTest
    @CsvSource({
        "Anna Schmidt, anna-schmidt",
        "ANNA  schmidt, anna-schmidt",
        "Anna Schmidt., anna-schmidt",
        "-Anna_Schmidt-, anna-schmidt",
        "O'Neill Jr., o-neill-jr",
        "a..b, a-b",
    })
    void whoeverDiffersInCaseAndSignsAroundWordsOnlyHasOneReadableFolder(String name, String key) throws Exception {
        assertEquals(key, StudentName.of(name).key());
    }

    @Test
    void whoIsNoMoreThanSignsHasAFolderToo() throws Exception {
        assertEquals(StudentName.of("..").key(), StudentName.of("- '").key());
        assertTrue(StudentName.of("..").key().matches("_[0-9a-f]{16}"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Анна Каренина", "<script>alert(1)</script>", "../../etc", "..", "CON/x", "李"})
    void folderIsAlwaysOne(String name) throws Exception {
        String key = StudentName.of(name).key();
        assertTrue(key.matches("([a-z0-9]+(-[a-z0-9]+)*)?_[0-9a-f]{16}"), key);
    }

    @Test
    void differentNamesThatLoseTheirLettersStayDifferent() throws Exception {
        assertNotEquals(StudentName.of("Анна").key(), StudentName.of("Иван").key());
    }

    /** Who is called like the folder of another one has another one. */
    @Test
    void nobodyTakesTheFolderOfAnotherName() throws Exception {
        String key = StudentName.of("Änna").key();
        assertTrue(key.startsWith("nna_"), key);
        assertNotEquals(key, StudentName.of(key).key());
        assertNotEquals(key, StudentName.of(key.replace('_', '-')).key());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  ", "a\nb", "a\u0000b", "\u001b[31mred", "Anna\u202etdimhcS", "a\u2028b"})
    void unusableNamesAreRefused(String name) {
        assertThrows(BadHandIn.class, () -> StudentName.of(name));
    }

    @Test
    void longestNameHasAHundredCharacters() throws Exception {
        StudentName.of("é".repeat(100));
        BadHandIn e = assertThrows(BadHandIn.class, () -> StudentName.of("é".repeat(101)));
        assertEquals("the student's name has 101 characters: expected 100 at most", e.getMessage());
    }
}
