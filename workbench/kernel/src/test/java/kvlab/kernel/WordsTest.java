package kvlab.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

class WordsTest {

    @Test
    void quotesKeepWordsTogether() {
        assertEquals(
                List.of("--command", "./node --port {port}", "a=b c", "-d", "5s"),
                Words.of(" --command './node --port {port}'  a=\"b c\" -d 5s "));
    }

    @Test
    void projectOfOnesOwnIsNamedAsInATerminal() {
        String home = System.getProperty("user.home");
        assertEquals(
                List.of("3-replication", home + "/my-stage3:nodes=5", "~/quoted", "a~/b"),
                Words.of("3-replication ~/my-stage3:nodes=5 '~/quoted' a~/b"));
    }

    @Test
    void folderWithABlankInItsNameStaysOneWord() {
        String home = System.getProperty("user.home");
        assertEquals(
                List.of("3-replication", "/my labs/it's:nodes=3", "--rate", "50"),
                Words.of("3-replication %s:nodes=%d --rate %s", "/my labs/it's", 3, "50"));
        assertEquals(List.of(home + "/my labs/3", "~/my labs/3"), Words.of("%s '%s'", "~/my labs/3", "~/my labs/3"));
    }

    @Test
    void openQuoteIsNamed() {
        LabFailure e = assertThrows(LabFailure.class, () -> Words.of("--command './node"));
        assertEquals("\"--command './node\": a quote is not closed", e.getMessage());
    }

    @Test
    void whatIsToldForOneCommandGoesBeforeTheRest() {
        assertEquals(
                List.of("2-sharding", "--scale", "full", "--port", "8090"),
                Words.with(List.of("2-sharding", "--scale", "full"), List.of("--scale", "smoke", "--port", "8090")));
    }

    @Test
    void lineCanBePastedIntoATerminal() {
        String line = Words.line(List.of("--command", "it's {port}", "3-replication"));
        assertEquals("--command 'it'\\''s {port}' 3-replication", line);
    }
}
