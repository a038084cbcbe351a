package kvlab.bench.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class LoadGeneratorTest extends OnASmallMachine {
    private static final String WRK2 = """
            wrk 4.0.0 [epoll] Copyright (C) 2012 Will Glozer
            Usage: wrk <options> <url>                           \s
              Options:                                           \s
                -c, --connections <N>  Connections to keep open  \s
                -L  --latency          Print latency statistics  \s
                -v, --version          Print version details     \s
                -R, --rate        <T>  work rate (throughput)    \s
                                       in requests/sec (total)   \s
            """;
    private static final String WRK_OF_DEBIAN = """
            wrk debian/4.1.0-3+b2 [epoll] Copyright (C) 2012 Will Glozer
            Usage: wrk <options> <url>                           \s
              Options:                                           \s
                -c, --connections <N>  Connections to keep open  \s
                    --latency          Print latency statistics  \s
                -v, --version          Print version details     \s
            """;

    @Test
    void wrk2IsRecognised() {
        machine.prints("bin/wrk2", WRK2, 1);
        assertEquals(
                new LoadGenerator(LoadGenerator.Engine.WRK2, machine.path("bin/wrk2"), "4.0.0", List.of()), look());
        assertEquals(Finding.ok("wrk2", "4.0.0, " + machine.path("bin/wrk2")), look().finding());
    }

    @Test
    void wrk2UnderTheNameThatItsBuildGivesIt() {
        machine.prints("bin/wrk", WRK2, 1);
        assertEquals(LoadGenerator.Engine.WRK2, look().engine());
    }

    @Test
    void wrkOfDebianIsNotWrk2() {
        machine.prints("bin/wrk", WRK_OF_DEBIAN, 1);
        Finding finding = look().finding();
        assertEquals(Verdict.WARN, finding.verdict());
        String path = machine.path("bin/wrk").toString();
        assertEquals("none: wrk 4.1.0 (" + path + ") is not wrk2: it has no constant rate", finding.found());
        assertTrue(finding.remedy().startsWith("git clone https://github.com/giltene/wrk2 && make"));
    }

    @Test
    void aNameProvesNothing() {
        machine.prints("bin/wrk2", WRK_OF_DEBIAN, 1);
        assertEquals(LoadGenerator.Engine.NONE, look().engine());
    }

    @Test
    void wrk2BehindAnotherWrkOnPath() {
        machine.prints("bin/wrk", WRK_OF_DEBIAN, 1).prints("later/wrk", WRK2, 1);
        machine.variable("PATH", machine.path("bin") + ":" + machine.path("later"));
        assertEquals(machine.path("later/wrk"), look().path());
        assertEquals("4.1.0", look().rejected().get(0).version());
    }

    @Test
    void twoNamesOfOneProgramCountOnce() throws IOException {
        machine.prints("bin/wrk", WRK_OF_DEBIAN, 1);
        Files.createSymbolicLink(machine.path("also"), machine.path("bin"));
        machine.variable("PATH", machine.path("bin") + ":" + machine.path("also"));
        assertEquals(1, look().rejected().size());
    }

    @Test
    void brokenProgram() {
        machine.prints("bin/wrk2", "libssl.so.1.1: cannot open shared object file", 127);
        String path = machine.path("bin/wrk2").toString();
        assertEquals(
                "none: wrk2 (" + path + ") exit 127: libssl.so.1.1: cannot open shared object file",
                look().finding().found());
    }

    @Test
    void theKitsOwnServesWhereThereIsNoWrk2() {
        machine.prints("bin/wrk", WRK_OF_DEBIAN, 1)
                .prints("kit/workbench/wrk2/bin/wrk2", "wrk2 drop-in 0.1 [LuaJIT]", 0);
        assertEquals(LoadGenerator.Engine.DROP_IN, look().engine());
        assertEquals(machine.path("kit/workbench/wrk2/bin/wrk2"), look().path());
        assertEquals(Verdict.OK, look().finding().verdict());
        assertEquals(
                "the kit's own drop-in 0.1; no real wrk2: wrk 4.1.0 (" + machine.path("bin/wrk")
                        + ") is not wrk2: it has no constant rate",
                look().finding().found());
    }

    @Test
    void aRealOneIsPreferred() {
        machine.prints("kit/workbench/wrk2/bin/wrk2", "wrk2 drop-in 0.1 [LuaJIT]", 0)
                .prints("bin/wrk2", WRK2, 1);
        assertEquals(LoadGenerator.Engine.WRK2, look().engine());
    }

    @Test
    void theKitsOwnOnPathIsNoRealOne() {
        machine.prints("bin/wrk2", "wrk2 drop-in 0.1 [LuaJIT]", 0);
        assertEquals(LoadGenerator.Engine.NONE, look().engine());
        assertEquals(List.of(), look().rejected());
    }

    @Test
    void theKitsOwnHasMoreTimeToAnswerThanOtherPrograms() {
        machine.patience(Duration.ofMillis(100));
        machine.program("kit/workbench/wrk2/bin/wrk2", "/bin/sleep 0.3; echo 'wrk2 drop-in 0.1 [LuaJIT]'");
        assertEquals(LoadGenerator.Engine.DROP_IN, look().engine());
    }

    @Test
    void theKitsOwnIsNoneWhenItDoesNotStart() {
        machine.prints("kit/workbench/wrk2/bin/wrk2", "wrk2: it is not built", 1);
        assertEquals(LoadGenerator.Engine.NONE, look().engine());
    }

    @Test
    void nothingThere() {
        assertEquals("none", look().finding().found());
        assertEquals(Verdict.WARN, look().finding().verdict());
    }

    private LoadGenerator look() {
        return LoadGenerator.look(machine.surroundings());
    }
}
