package kvlab.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.gson.JsonArray;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import kvlab.cluster.UsageException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NotebookFileTest {

    private static final String NOTEBOOK = """
            {"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [
              {"cell_type": "code", "id": "a", "metadata": {"tags": ["parameters"]}, "execution_count": null, "outputs": [],
               "source": ["var scale = \\"quick\\";\\n", "var nodes = 3;  // of them\\n", "var part = 0.5;\\n", "var loud = true;"]},
              {"cell_type": "markdown", "id": "b", "metadata": {}, "source": "# End"},
              {"cell_type": "markdown", "id": "c", "metadata": {}, "source": ["It takes\n", "[12 ms](run:x#/figures/a)."]}]}
            """;

    @TempDir
    private Path home;

    private NotebookFile notebook;

    @BeforeEach
    void write() throws Exception {
        Path folder = Files.createDirectories(home.resolve("notebooks"));
        Files.writeString(folder.resolve("lab.ipynb"), NOTEBOOK);
        notebook = NotebookFile.find(home, "lab");
    }

    @Test
    void eachParameterIsWrittenAsItsLiteralIs() throws Exception {
        Map<String, String> values =
                new TreeMap<>(Map.of("nodes", "5", "part", "2", "loud", "false", "scale", "a \"b\" \\"));
        JsonArray cells = cells(notebook.with(values));
        assertEquals(4, cells.size());
        assertEquals(
                "var loud = false;\nvar nodes = 5;\nvar part = 2;\nvar scale = \"a \\\"b\\\" \\\\\";",
                cells.get(1).getAsJsonObject().get("source").getAsString());
    }

    private JsonArray cells(NotebookFile changed) throws IOException {
        Path file = home.resolve("changed.ipynb");
        changed.write(file);
        return JsonParser.parseString(Files.readString(file)).getAsJsonObject().getAsJsonArray("cells");
    }

    @Test
    void withoutValuesItStaysAsItIs() throws Exception {
        assertEquals(3, cells(notebook.with(Map.of())).size());
    }

    @Test
    void citedFiguresAreComparedWithTheRuns() throws Exception {
        assertEquals(List.of("\"12 ms\": there is no run yet; ./lab bench makes one."), notebook.wrongClaims(home));
    }

    @Test
    void unknownParameterNamesThoseThereAre() {
        UsageException e = assertThrows(UsageException.class, () -> notebook.with(Map.of("node", "5")));
        assertEquals("notebook lab has no parameter 'node'; it has scale, nodes, part, loud", e.getMessage());
    }

    @Test
    void valueOfAnotherTypeIsNamed() {
        UsageException e = assertThrows(UsageException.class, () -> notebook.with(Map.of("nodes", "five")));
        assertEquals("--param nodes=five: expected a whole number, as 3", e.getMessage());
        assertThrows(UsageException.class, () -> notebook.with(Map.of("loud", "1")));
        assertThrows(UsageException.class, () -> notebook.with(Map.of("part", "1; f()")));
    }

    @Test
    void numberThatIsAnotherOneInJavaIsRefused() throws Exception {
        for (String octal : List.of("010", "0800", "-07")) {
            UsageException e = assertThrows(UsageException.class, () -> notebook.with(Map.of("nodes", octal)));
            assertEquals("--param nodes=" + octal + ": expected a whole number, as 3", e.getMessage());
            assertThrows(UsageException.class, () -> notebook.with(Map.of("part", octal)));
        }
        assertEquals(
                4, cells(notebook.with(Map.of("nodes", "0", "part", "-0.05"))).size());
    }

    @Test
    void fileWithoutCellsIsDamaged() throws Exception {
        Path file = home.resolve("notebooks/empty.ipynb");
        for (String text : List.of("{}", "{\"cells\": 7}")) {
            Files.writeString(file, text);
            IOException e = assertThrows(IOException.class, () -> NotebookFile.find(home, "empty"));
            assertEquals(file + " is damaged: it has no cells", e.getMessage());
        }
    }

    @Test
    void unknownNotebookNamesThoseThereAre() {
        UsageException e = assertThrows(UsageException.class, () -> NotebookFile.find(home, "moon"));
        assertEquals("there is no notebook 'moon'; there are lab", e.getMessage());
    }
}
