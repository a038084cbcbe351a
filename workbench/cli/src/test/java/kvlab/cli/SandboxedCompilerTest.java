package kvlab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import kvlab.handout.SourceCompiler;
import kvlab.sandbox.Limits;
import kvlab.sandbox.Sandbox;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Sources that are made to hurt whoever compiles them. */
@Tag("slow")
@Timeout(200)
class SandboxedCompilerTest {

    @TempDir
    private Path directory;

    private Path classes;

    @BeforeEach
    void aSandbox() throws Exception {
        SandboxHere.require();
        classes = Files.createDirectory(directory.resolve("classes"));
    }

    @Test
    void whatIsRightIsCompiledAndWhatIsWrongIsTold() throws Exception {
        SourceCompiler.Said said = compile("class A { java.util.List list; }", Limits.ofCompiler());
        assertTrue(said.good(), said.lines());
        assertTrue(said.lines().startsWith(directory + "/A.java:1: warning: [rawtypes]"), said.lines());
        assertTrue(Files.exists(classes.resolve("A.class")));

        said = compile("class A { int size = true; }", Limits.ofCompiler());
        assertFalse(said.good());
        assertNull(said.trouble());
        assertTrue(said.lines().startsWith(directory + "/A.java:1: error: incompatible types"), said.lines());
    }

    @Test
    void whatTakesForEverIsEnded() throws Exception {
        // Each of them is tried with both methods, and what is in it anew with each.
        String source = "import java.util.List; class A { static <T> List<T> of(T one) { return null; }"
                + " static <T> List<T> of(T... all) { return null; }"
                + " Object all = " + "of(true ? ".repeat(40) + "1" + " : null)".repeat(40) + "; }";
        SourceCompiler.Said said = compile(source, withTime(Duration.ofSeconds(8)));
        assertFalse(said.good());
        assertEquals("the compiler was killed, since it ran longer than 8 s", said.trouble());
    }

    @Test
    void whatTakesAllMemoryIsEnded() throws Exception {
        StringBuilder source = new StringBuilder("class A { static final String A0 = \"0123456789abcdef\";");
        for (int i = 1; i <= 28; i++) {
            source.append(" static final String A" + i + " = A" + (i - 1) + " + A" + (i - 1) + ";");
        }
        SourceCompiler.Said said = compile(source + " }", Limits.ofCompiler());
        assertFalse(said.good());
        assertEquals("the compiler ran out of heap (exit code 3)", said.trouble());
        assertTrue(said.lines().contains("OutOfMemoryError"), said.lines());
    }

    private static Limits withTime(Duration time) throws IOException {
        return Limits.ofCompiler().withTime(time);
    }

    private SourceCompiler.Said compile(String source, Limits limits) throws Exception {
        Path file = Files.writeString(directory.resolve("A.java"), source);
        List<String> options = List.of("--release", "17", "-proc:none", "-Xlint:all");
        return new SandboxedCompiler(Sandbox.open(), limits)
                .compile(options, directory.toString(), List.of(file), classes);
    }
}
