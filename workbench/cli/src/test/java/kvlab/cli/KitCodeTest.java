package kvlab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A grade that was kept is of this kit or of another one. */
class KitCodeTest {

    @TempDir
    private Path directory;

    @Test
    void isTheSameForTheSameProgramsWheneverTheyWereBuilt() throws IOException {
        assertEquals(code("a", "one", 0), code("b", "one", 1_000_000_000_000L));
    }

    @Test
    void isAnotherWhenOneClassChanges() throws IOException {
        assertNotEquals(code("a", "one", 0), code("b", "two", 0));
    }

    private String code(String name, String content, long built) throws IOException {
        Path jar = directory.resolve(name + ".jar");
        try (OutputStream out = Files.newOutputStream(jar);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            ZipEntry entry = new ZipEntry("Grader.class");
            entry.setTime(built);
            zip.putNextEntry(entry);
            zip.write(content.getBytes(StandardCharsets.UTF_8));
        }
        Path classes = Files.createDirectories(directory.resolve(name));
        Files.writeString(classes.resolve("Check.class"), content);
        return KitCode.of(jar + File.pathSeparator + classes);
    }
}
