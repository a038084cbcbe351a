package kvlab.handin;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import kvlab.cluster.UsageException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OutputTest {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"thesis.tex", "scores.csv", "index.html"})
    void otherFoldersAreNotWrittenInto(String mine) throws Exception {
        Files.writeString(folder.resolve(mine), "mine");
        UsageException e = assertThrows(UsageException.class, () -> Output.open(folder));
        assertEquals(folder + " is there already, and no earlier review; give another --output", e.getMessage());
        assertEquals("mine", Files.readString(folder.resolve(mine)));
        assertArrayEquals(new String[] {mine}, folder.toFile().list());
    }

    @Test
    void listThatLeadsElsewhereIsNoReviews() throws Exception {
        Files.writeString(folder.resolve(Output.LIST), "anna/../../thesis.html\n");
        UsageException e = assertThrows(UsageException.class, () -> Output.open(folder));
        assertTrue(
                e.getMessage().contains("names anna/../../thesis.html, which is outside of its folder"),
                e.getMessage());
    }
}
