package kvlab.bench.knee;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Where people write figures with other digits, as in Egypt, programs and file names have the usual ones. */
@Isolated("changes the locale of the JVM")
class OtherDigitsTest {

    private static final Locale OURS = Locale.getDefault();

    @BeforeEach
    void goToEgypt() {
        Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
    }

    @AfterEach
    void comeBack() {
        Locale.setDefault(OURS);
    }

    @Test
    void digitsOfThePlaceAreOthers() {
        assertEquals("\u0661", String.format("%d", 1));
    }

    @Test
    void probesOfAKneeHaveTheNamesThatAreLookedFor() {
        assertEquals("probe-07", KneeBench.probeName(7));
    }
}
