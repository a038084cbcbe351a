package kvlab.handout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class ExerciseFileTest {

    private static final String BEGIN = """
            package library;

            /** Books. */
            final class Shelf   { // three blanks

                @Exercise(value = "Put it where it belongs", rule = "B1")
                void put(String book)""";

    private static final String PUT = " {\n"
            + "        String brace = \"}\"; // } and {\n"
            + "        if (book.isEmpty()) { throw new IllegalArgumentException(\"{\"); }\n"
            + "    }";

    private static final String MIDDLE = "\n\n"
            + "    /** Stays. */ int size() { return 1; }\n\n"
            + "    static final class Row {\n"
            + "        @Exercise(rule = \"B2\",\n"
            + "                  value = \"Say which one is the first, since whoever asks wants to have it at once\")\n"
            + "        String first()";

    private static final String FIRST = " { return \"\"; }";

    private static final String END = "\n    }\n}\n";

    @Test
    void aMarkedBodyBecomesAThrowAndNothingElseChanges() throws IOException {
        String openPut = " {\n"
                + "        throw new UnsupportedOperationException(\"B1: Put it where it belongs\");\n"
                + "    }";
        String openFirst = " {\n"
                + "            throw new UnsupportedOperationException(\n"
                + "                    \"B2: Say which one is the first, since whoever asks wants to have it at once\");\n"
                + "        }";
        assertEquals(BEGIN + openPut + MIDDLE + openFirst + END, file().without(exercise -> false));
    }

    @Test
    void whatIsKeptStaysAsItIs() throws IOException {
        assertEquals(file().text(), file().without(exercise -> true));
        String one = file().without(exercise -> exercise.method().equals("Shelf.put"));
        assertEquals(BEGIN + PUT + MIDDLE, one.substring(0, (BEGIN + PUT + MIDDLE).length()));
    }

    @Test
    void aMethodIsNamedWithItsInnermostClass() throws IOException {
        assertEquals(
                "[Shelf.put, Row.first]",
                file().exercises().stream()
                        .map(ExerciseFile.Exercise::method)
                        .toList()
                        .toString());
    }

    @Test
    void whatIsNoJavaIsRefused() {
        IOException e = assertThrows(IOException.class, () -> ExerciseFile.of("Shelf.java", "class {"));
        assertEquals("Shelf.java is no Java: ", e.getMessage().substring(0, 23));
    }

    private static ExerciseFile file() throws IOException {
        return ExerciseFile.of("Shelf.java", BEGIN + PUT + MIDDLE + FIRST + END);
    }
}
