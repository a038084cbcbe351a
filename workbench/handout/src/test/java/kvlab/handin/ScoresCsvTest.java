package kvlab.handin;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScoresCsvTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        =1+1               | '=1+1
        +1                 | '+1
        -1                 | '-1
        @SUM(A1)           | '@SUM(A1)
        a,b                | "a,b"
        say "x"            | "say ""x""\"
        =A1,"x"            | "'=A1,""x""\"
        $ =1+1$            | $ '=1+1$
        ＝1+1              | '＝1+1
        a;=1+1             | "a;'=1+1"
        a; "+1             | "a; ""'+1"
        a-b, 2026-11-21    | "a-b, 2026-11-21"
        Anna               | Anna
        """, quoteCharacter = '$')
    void noCellIsAFormula(String text, String cell) {
        assertEquals(cell, ScoresCsv.cell(text));
    }
}
