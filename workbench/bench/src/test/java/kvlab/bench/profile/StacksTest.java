package kvlab.bench.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StacksTest {

    @TempDir
    private Path folder;

    @Test
    void methodHasOneNameHoweverItWasCompiled() {
        Stacks stacks = recorded(
                false, "[main tid=1];a/B.run_[0] 1", "[main tid=1];a/B.run_[j] 2", "[main tid=1];a/B.run_[i] 4");
        assertEquals("node-1;[main];a/B.run 7\n", stacks.text());
    }

    @Test
    void classesAndTheKernelKeepTheirMarks() {
        assertEquals(
                "node-1;[main];a/B.run;byte[]_[i] 1\n",
                recorded(false, "[main tid=1];a/B.run_[j];byte[]_[i] 1").text());
        assertTrue(recorded(false, "[main tid=1];do_futex_[k] 1").showKernel());
        assertFalse(recorded(false, "[main tid=1];a/B.run_[j] 1").showKernel());
    }

    @Test
    void numbersOfThreadsAreLeftOut() {
        assertEquals(
                "node-1;[NIO Selector];x 3\n",
                recorded(false, "[NIO Selector #0 tid=7];x 1", "[NIO Selector #1 tid=8];x 2")
                        .text());
        assertEquals(
                "node-1;[NIO Acceptor];x 1\n",
                recorded(false, "[NIO Acceptor 127.0.0.1:8090 #0 tid=7];x 1").text());
        assertEquals(
                "node-1;[C2 CompilerThread];x 1\n",
                recorded(false, "[C2 CompilerThre tid=7];x 1").text());
        assertEquals(
                "node-1;[HttpClient-Worker];x 1\n",
                recorded(false, "[HttpClient-1-Worker-0 tid=7];x 1").text());
    }

    @Test
    void threadsAreToldApartWhenThatIsAskedFor() {
        assertEquals(
                "node-1;[worker-1];x 1\nnode-1;[worker-2];x 2\n",
                recorded(true, "[worker-1 tid=7];x 1", "[worker-2 tid=8];x 2").text());
    }

    @Test
    void foldersOfLibrariesAreLeftOut() {
        assertEquals(
                "node-1;[main];librocksdbjni.so;libc.so.6 1\n",
                recorded(false, "[main tid=1];/some/where-12/librocksdbjni9365667.so;/lib/libc.so.6 1")
                        .text());
    }

    @Test
    void whatIsWrittenIsReadAgain() throws Exception {
        Stacks stacks = recorded(false, "[main tid=1];bool a<b, c>::d 5", "[main tid=1];e 6");
        Path file = folder.resolve("stacks.txt.gz");
        stacks.write(file);
        assertEquals(stacks.text(), Stacks.read(file).text());
    }

    @Test
    void damagedFileIsNamed() throws Exception {
        Path file = folder.resolve("stacks.txt.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write("nothing\n".getBytes(StandardCharsets.UTF_8));
        }
        String message =
                assertThrows(IOException.class, () -> Stacks.read(file)).getMessage();
        assertTrue(message.startsWith(file + " is damaged: "), message);
    }

    @Test
    void nodesAreLaidUponEachOther() {
        Stacks stacks = new Stacks();
        stacks.addRecorded("[main tid=1];x 10", 1, false, 1);
        stacks.addRecorded("[main tid=1];x 30", 2, false, 1);
        assertEquals("[main];x 20\n", stacks.together(0.5).text());
        assertEquals("node-2;[main];x 30\n", stacks.ofNode(2).text());
    }

    @Test
    void narrowFramesAreCountedBelowThem() {
        Stacks stacks = recorded(false, "[main tid=1];a;b 6", "[main tid=1];a;c 1", "[main tid=1];d 93");
        assertEquals(
                "node-1;[main];a 1\nnode-1;[main];a;b 6\nnode-1;[main];d 93\n",
                stacks.wider(0.05).text());
    }

    static Stacks recorded(boolean perThread, String... lines) {
        Stacks stacks = new Stacks();
        for (String line : lines) {
            stacks.addRecorded(line, 1, perThread, 1);
        }
        return stacks;
    }
}
