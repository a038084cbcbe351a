package kvlab.handin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class SimilarityTest {

    /** JPlag 6.3.0 of stage 3 twice as it is and once without some classes, and of stage 4. */
    static final String RECORDED = """
            submissionName1,submissionName2,averageSimilarity,maxSimilarity
            (reference),anna,1.0,1.0
            ben,(reference),0.8058181818181818,1.0
            ben,anna,0.8058181818181818,1.0
            (reference),carl,0.18497109826589594,0.3118148599269184
            anna,carl,0.18497109826589594,0.3118148599269184
            ben,carl,0.1255497800879648,0.2833935018050541
            """;

    @Test
    void eachHasTheOneThatIsMostAlike() throws Exception {
        Similarity similarity = Similarity.parse(RECORDED);
        assertEquals("(reference)", similarity.mostAlike("anna").besides("anna"));
        assertEquals(0.8058181818181818, similarity.mostAlike("ben").average());
        assertEquals(0.3118148599269184, similarity.mostAlike("carl").most());
        assertNull(similarity.mostAlike("dora"));
    }

    @Test
    void pairsThatAreWorthALookComeFirst() throws Exception {
        List<Double> shares = Similarity.parse(RECORDED).worthALook().stream()
                .map(Similarity.Pair::average)
                .toList();
        assertEquals(List.of(1.0, 0.8058181818181818, 0.8058181818181818), shares);
        String turned = RECORDED.replace("anna,1.0,1.0", "anna,0.6,0.7");
        assertEquals(0.6, Similarity.parse(turned).worthALook().get(2).average());
    }

    @Test
    void whatIsNotWhatJplagWritesIsRefused() {
        IOException e = assertThrows(IOException.class, () -> Similarity.parse("a,b\n"));
        assertTrue(e.getMessage().startsWith("JPlag's results.csv begins otherwise than expected: submissionName1,"));
        e = assertThrows(IOException.class, () -> Similarity.parse(RECORDED + "ben,carl\n"));
        assertEquals("JPlag's results.csv has a line that is no pair: ben,carl", e.getMessage());
    }
}
