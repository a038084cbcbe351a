package kvlab.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StageSettingsTest {

    private static final StageProgram STAGE =
            new StageProgram("1-single-node", System.getProperty("java.class.path"), "kvlab.single.StageFactory");

    private static final String HELP = """
              --set NAME=VALUE     a setting of the stage; once a setting

            Settings, the default first:
              --set client=completable|own-pool how peers are asked
              --set pool=2|4|6           with client=own-pool: how many threads
            """;

    @Test
    void stageTellsWhatItDoesWhenNobodySetsAnything() throws Exception {
        assertEquals(Map.of("store", "base"), StageSettings.defaults(STAGE));
    }

    @Test
    void theFirstValueIsTheDefaultAndWhatStandsAboveIsNone() throws Exception {
        assertEquals("completable", StageSettings.parse(HELP).get("client"));
        assertEquals(Map.of(), StageSettings.parse("  --set NAME=VALUE  a setting\n\nThis stage has no settings.\n"));
    }

    /** Who sets pool=2 has chosen a client by it, and who sets nothing has not. */
    @Test
    void whatChoosesAnotherSettingIsNeverTheDefault() throws Exception {
        assertEquals(Map.of("client", "completable"), StageSettings.parse(HELP));
    }

    @Test
    void whatTellsNothingIsQuoted() {
        StageProgram nobody = new StageProgram("nobody", System.getProperty("java.class.path"), "kvlab.Nobody");
        IOException e = assertThrows(IOException.class, () -> StageSettings.defaults(nobody));
        assertTrue(e.getMessage().contains("--factory kvlab.Nobody: there is no such class"), e.getMessage());
    }
}
