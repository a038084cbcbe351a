package kvlab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import kvlab.handout.Git;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A student has worked in the kit, and types ./lab test. */
class CommittedNotebooksTest {

    private static final String CLEAN = "";
    private static final String OUTPUT = "{\"output_type\": \"stream\", \"name\": \"stdout\", \"text\": \"42\"}";

    @TempDir
    private Path kit;

    @BeforeEach
    void write() throws IOException {
        Files.createDirectories(kit.resolve("notebooks"));
        write("lab", CLEAN);
    }

    private void write(String name, String outputs) throws IOException {
        Files.writeString(kit.resolve("notebooks/" + name + ".ipynb"), """
                {"cells": [
                  {"cell_type": "code", "outputs": [%s]}
                ]}
                """.formatted(outputs));
    }

    private int outputs(String name) throws Exception {
        JsonObject first = CommittedNotebooks.cells(kit, name).get(0).getAsJsonObject();
        return first.getAsJsonArray("outputs").size();
    }

    @Test
    void whatIsCommittedIsSeenAndWhatAStudentRanAndCopiedIsNot() throws Exception {
        Needed.program("git");
        write("ran", OUTPUT);
        assertEquals("", Git.commit(kit, "the kit"));
        write("lab", OUTPUT);
        write("ran", CLEAN);
        write("mine", OUTPUT);
        assertEquals(0, outputs("lab"));
        assertEquals(1, outputs("ran"));
        assertEquals(Set.of("lab", "ran"), CommittedNotebooks.names(kit));
    }

    @Test
    void withoutGitTheyAreTakenAsTheyLieThere() throws Exception {
        write("lab", OUTPUT);
        assertEquals(1, outputs("lab"));
        assertEquals(Set.of("lab"), CommittedNotebooks.names(kit));
    }
}
