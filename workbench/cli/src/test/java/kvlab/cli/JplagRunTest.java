package kvlab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import kvlab.handin.Similarity;
import kvlab.handout.Checkout;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
@Timeout(400)
@Tag("whole-kit")
class JplagRunTest {

    private static final Path KIT = Path.of(System.getProperty("kvlab.home"));
    private static final String STAGE = "1-single-node";

    @TempDir
    private Path directory;

    @Test
    void aJarThatIsNoneIsOneSentence() throws Exception {
        Path scratch = Files.createDirectory(directory.resolve("scratch"));
        Path jar = directory.resolve("jplag.jar");
        IOException e = assertThrows(IOException.class, () -> compare(jar, scratch, new TreeMap<>()));
        assertEquals("--similarity " + jar + ": expected the jar of JPlag, and there is no such file", e.getMessage());
        Files.writeString(jar, "hello");
        e = assertThrows(IOException.class, () -> compare(jar, scratch, new TreeMap<>()));
        assertEquals("--similarity " + jar + ": expected the jar of JPlag, and this is no program", e.getMessage());
        assertEquals(List.of(), BuiltKit.names(scratch));
    }

    @Test
    void whereAllAreTooLargeThereIsNothingToCompare() throws Exception {
        Path scratch = Files.createDirectory(directory.resolve("scratch"));
        SortedMap<String, Path> projects = new TreeMap<>(Map.of("dora", project("dora", Checkout.Content.EXERCISES)));
        Files.writeString(projects.get("dora").resolve("src/main/java/Large.java"), "//" + "x".repeat(1 << 20));
        Path jar = program(directory.resolve("jplag.jar"));
        IOException e = assertThrows(IOException.class, () -> compare(jar, scratch, projects));
        assertEquals("no hand-in of 1-single-node can be compared: expected at most 1 MiB of Java", e.getMessage());
        assertEquals(List.of(), BuiltKit.names(scratch));
    }

    /** As on macOS: there is no bubblewrap, and no kernel that tells in a file how much memory there is. */
    @Test
    void whereThereCanBeNoSandboxThePageIsWrittenAndSaysSo() throws Exception {
        SandboxHere.require();
        Path handIns = Files.createDirectory(directory.resolve("hand-ins"));
        String project = project("mine", Checkout.Content.EXERCISES).toString();
        String zip = handIns.resolve("anna.zip").toString();
        // It has neither a grade nor a report, and is handed in all the same.
        assertEquals(1, lab(List.of(), "submit", project, "--name", "Anna", "--output", zip), said());
        // The C library reads this file, too, and is content with less.
        Path memory = Files.writeString(directory.resolve("meminfo"), "MemTotal: 8388608 kB or so\n");
        String programs =
                Files.createDirectory(directory.resolve("no-programs")).toString();
        List<String> elsewhere = List.of(
                "bwrap",
                "--dev-bind",
                "/",
                "/",
                "--ro-bind",
                memory.toString(),
                "/proc/meminfo",
                "--setenv",
                "PATH",
                programs,
                "--");
        String jar = program(directory.resolve("jplag.jar")).toString();
        assertEquals(70, lab(elsewhere, "review", handIns.toString(), "--similarity", jar), said());
        assertTrue(said().contains("lab: the sandbox is made by bubblewrap, and there is no bwrap"), said());
        String page = Files.readString(handIns.resolve("review/index.html"));
        assertTrue(page.contains("Not all was compared: the sandbox is made by bubblewrap"), page);
        assertTrue(page.contains(">Anna</a>"), page);
    }

    /** As far as anybody looks before it is run: its main class is one of Java 17. */
    private static Path program(Path jar) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, "Main");
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream packed = new JarOutputStream(file, manifest)) {
            packed.putNextEntry(new ZipEntry("Main.class"));
            packed.write(new byte[] {(byte) 0xca, (byte) 0xfe, (byte) 0xba, (byte) 0xbe, 0, 0, 0, 61});
            packed.closeEntry();
        }
        return jar;
    }

    /** @param within the words of a command that runs another one */
    private int lab(List<String> within, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(within);
        command.addAll(LabProgram.command(KIT, arguments));
        Process lab = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("said").toFile())
                .start();
        return Processes.end(lab, 3);
    }

    private String said() throws IOException {
        return Files.readString(directory.resolve("said"));
    }

    @Test
    void theReferenceIsAmongThemAndTheHandOutIsNot() throws Exception {
        String jar = System.getProperty("kvlab.jplag");
        assumeTrue(jar != null, "JPlag is not part of the kit; -Dkvlab.jplag=JAR names its jar");
        SandboxHere.require();
        SortedMap<String, Path> projects = new TreeMap<>();
        projects.put("anna", project("anna", Checkout.Content.SOLUTION));
        projects.put("ben", project("ben", Checkout.Content.EXERCISES));
        projects.put("carl", project("carl", Checkout.Content.SOLUTION));
        Files.writeString(
                projects.get("carl").resolve("src/main/java/Own.java"),
                "class Own { int twice(int a) { int b = a; for (int i = 0; i < a; i++) { b += i % 2; } return b; } }");
        projects.put("dora", project("dora", Checkout.Content.SOLUTION));
        Files.writeString(projects.get("dora").resolve("src/main/java/Large.java"), "//" + "x".repeat(1 << 20));
        projects.put("eve", project("eve", Checkout.Content.SOLUTION));
        Files.writeString(projects.get("eve").resolve("src/main/java/Bad.java"), "this is no Java {");
        Path scratch = Files.createDirectory(directory.resolve("scratch"));
        Similarity similarity = compare(Path.of(jar), scratch, projects);
        Similarity.Pair first = similarity.pairs().get(0);
        // What is left of a small exercise are scraps, of which the shortest are not counted.
        assertTrue(first.average() > 0.7, similarity.toString());
        assertTrue(
                List.of(first.one(), first.other()).containsAll(List.of("anna", Similarity.REFERENCE)),
                first.toString());
        assertFalse(
                similarity.pairs().stream()
                        .anyMatch(pair -> List.of(pair.one(), pair.other()).contains("ben") && pair.average() > 0.5),
                "what was handed out is nobody's own: " + similarity);
        assertFalse(
                similarity.pairs().stream()
                        .anyMatch(pair -> List.of("dora", "eve").contains(pair.one())
                                || List.of("dora", "eve").contains(pair.other())),
                "who cannot be compared costs the others nothing: " + similarity);
        assertTrue(Files.size(directory.resolve("kept.jplag")) > 0);
        assertEquals(List.of(), BuiltKit.names(scratch));
    }

    private Path project(String name, Checkout.Content content) throws Exception {
        Path folder = directory.resolve(name);
        new Checkout(KIT, "").write(STAGE, content, folder);
        return folder;
    }

    private Similarity compare(Path jar, Path scratch, SortedMap<String, Path> projects) throws Exception {
        return new JplagRun(jar, KIT, scratch).of(STAGE, projects, directory.resolve("kept.jplag"));
    }
}
