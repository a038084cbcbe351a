package kvlab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import kvlab.bench.kept.RunFolder;
import kvlab.cluster.Ports;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** ./lab record into a home of its own, and the commands that read what it has written, at smoke scale. */
@Tag("slow")
class RecordTest {

    private static final String LAB = "1-single-node";

    @TempDir
    private Path home;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeEach
    void buildKit() throws IOException {
        BuiltKit.in(home);
        Files.createSymbolicLink(home.resolve("wrk_scripts"), BuiltKit.REAL.resolve("wrk_scripts"));
    }

    @AfterEach
    void nothingIsLeftBehind() throws IOException {
        BuiltKit.assertNothingIsLeft(home);
    }

    /** Three of its four measurements came with the kit, with another plan. */
    @Test
    void labIsRecordedOnceAndRead() throws Exception {
        for (String name : List.of("store-get", "highest-put", "highest-get")) {
            BuiltKit.recorded(home, LAB + "/" + name);
        }
        String right = Files.readString(BuiltKit.REAL.resolve("docs/" + LAB + ".md"));
        Path docs = home.resolve("docs/" + LAB + ".md");
        Files.writeString(docs, right.replaceFirst("\\| PUT \\| [^|]*", "| PUT | 1/s "));
        String stays = "lab: 3 of 4 are recorded with another plan and stay; --list names them, --anew measures them"
                + " again\n";
        String port = Integer.toString(Ports.free(2));
        assertEquals(0, lab("record", LAB, "--scale", "smoke", "--port", port), err.toString());
        assertEquals(List.of(LAB + "/store-put"), firstWords());
        assertEquals(right, Files.readString(docs));
        assertTrue(err.toString().contains(stays + "lab: 1 of 1: " + LAB + "/store-put, "), err.toString());
        assertTrue(err.toString().contains("lab: wrote profiles/reference/" + LAB + "/store-put"), err.toString());
        assertEquals(List.of(), RunFolder.list(home));
        String page = Files.readString(home.resolve("profiles/reference/README.md"));
        assertTrue(page.contains("| `" + LAB + "/store-put`<br>put at 15000/s"), page);
        assertTrue(page.contains("| `" + LAB + "/store-get`<br>get at 15000/s"), page);
        assertFalse(page.split("## ")[1].contains("Not recorded."), page);
        assertTrue(page.split("## ")[2].contains("Not recorded."), page);

        assertEquals(0, lab("record", LAB, "--scale", "smoke", "--port", port), err.toString());
        assertEquals("lab: 1 of 4 measurements are recorded already\n" + stays, err.toString());

        assertEquals(0, lab("record", LAB, "--list", "--scale", "smoke"), err.toString());
        assertEquals(1, linesEndingWith(" recorded"), out.toString());
        assertEquals(3, linesEndingWith(" recorded otherwise"), out.toString());
        assertTrue(out.toString().contains("\n4 measurements, none of them missing.\n"), out.toString());
        assertEquals(0, lab("record", LAB, "--list", "--scale", "standard"), err.toString());
        assertEquals(2, linesEndingWith(" recorded otherwise"), "a highest rate takes the same windows at this scale");

        assertEquals(0, lab("runs", "--reference"), err.toString());
        List<String> all = firstWords();
        assertEquals(
                3,
                all.stream().filter(each -> each.startsWith(LAB + "/store-put")).count(),
                out.toString());
        assertTrue(
                all.containsAll(List.of(LAB + "/store-put", LAB + "/store-put/b1", LAB + "/store-get/b1")),
                out.toString());

        assertEquals(0, lab("chart", LAB + "/store-put/a1"), err.toString());
        List<Path> pictures = files("profiles/charts", ".png");
        assertFalse(pictures.isEmpty());
        assertEquals(pictures.size(), files("profiles/charts", ".svg").size());
        for (Path picture : pictures) {
            BufferedImage image = ImageIO.read(picture.toFile());
            assertEquals(1600, image.getWidth(), picture.toString());
            // Bars are as high as they are many.
            boolean curves = picture.endsWith("latency.png");
            assertTrue(curves ? image.getHeight() == 900 : image.getHeight() > 200, picture.toString());
        }
        assertTrue(pictures.stream().anyMatch(picture -> picture.endsWith("latency.png")), pictures.toString());
    }

    @Test
    void whatCannotBeMeasuredIsToldAndMissing() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = Integer.toString(taken.getLocalPort());
            assertEquals(70, lab("record", LAB, "--scale", "smoke", "--port", port));
            String reason = " failed: port " + port + " is taken by another program; choose others with --port\n";
            assertTrue(err.toString().contains("lab: " + LAB + "/store-put" + reason), err.toString());
            assertTrue(err.toString().contains("lab: " + LAB + "/store-get" + reason), err.toString());
            String last = "lab: 4 measurements failed and are missing; the same command tries them again\n";
            assertTrue(err.toString().endsWith(last), err.toString());
        }
        assertEquals(0, lab("record", LAB, "--list"), err.toString());
        assertTrue(out.toString().contains("\n  " + LAB + "/store-put\n"), out.toString());
        assertEquals(List.of(), files("profiles", ""));
    }

    @Test
    void whereThereIsNoRunTheCommandThatMakesOneIsNamed() {
        assertEquals(0, lab("runs", "--reference"));
        assertEquals("lab: no run came with this kit; ./lab record makes them\n", err.toString());
        assertEquals("", out.toString());
        assertEquals(64, lab("chart", "last"));
        assertEquals("lab: there is no run yet; ./lab bench makes one\n", err.toString());
    }

    private int lab(String... words) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        return Lab.commandLine(home, new PrintWriter(out), new PrintWriter(err)).execute(words);
    }

    private long linesEndingWith(String end) {
        return out.toString().lines().filter(line -> line.endsWith(end)).count();
    }

    private List<String> firstWords() {
        return out.toString().lines().map(line -> line.split(" ")[0]).toList();
    }

    private List<Path> files(String folder, String end) throws IOException {
        Path where = home.resolve(folder);
        if (!Files.exists(where)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(where)) {
            return files.filter(file -> !file.equals(where) && file.toString().endsWith(end))
                    .toList();
        }
    }
}
