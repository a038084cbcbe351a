package kvlab.wrk2;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
class CommandLineTest {

    private static final String URL = "http://127.0.0.1:1/";

    @TempDir
    private Path folder;

    // ---- what makes no sense

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '^', textBlock = """
            -R10 | no URL was given, expected one such as http://127.0.0.1:8080/
            URL | no rate was given, expected -R with the requests a second, such as -R 1000
            -R10x URL | -R: "10x" was given, expected a whole number, such as 100, 10k or 1M
            -R0 URL | -R 0: expected 1 to 9223372036
            -R99999999999999999999 URL | -R: "99999999999999999999" was given, expected at most 9223372036854775807 without a unit
            -R10 -t0 URL | -t 0: expected 1 to 256
            -R10 -t257 URL | -t 257: expected 1 to 256
            -R10 -c0 URL | -c 0: expected 1 to 60000
            -R10 -c1M URL | -c 1M: expected 1 to 60000
            -R10 -t2 -c1 URL | -c 1 with -t 2: expected at least as many connections as threads
            -R10 -d0 URL | -d 0: expected 1 to 1000000
            -R10 -d5x URL | -d: "5x" was given, expected whole seconds, minutes or hours, such as 30s, 2m or 1h
            -R10 -T0 URL | -T 0: expected 1 to 1000000
            -R10 -T1k URL | -T: "1k" was given, expected whole seconds, minutes or hours, such as 30s, 2m or 1h
            -R10 -Hnothing URL | -H 'nothing': expected 'Name: value'
            -R10 -s nosuch.lua URL | -s nosuch.lua: there is no such file, expected a Lua script
            -R10 -s . URL | -s .: there is no such file, expected a Lua script
            -R10 --json nosuch/run.json URL | --json nosuch/run.json: its folder does not exist
            -R10 --hgrm nosuch/run.hgrm URL | --hgrm nosuch/run.hgrm: its folder does not exist
            -R10 --json . URL | --json .: expected a file, it is a folder
            -R10 --hgrm / URL | --hgrm /: expected a file, it is a folder
            -R10 notaurl | invalid URL: notaurl, expected one such as http://127.0.0.1:8080/path
            -R10 ftp://a/ | invalid URL: ftp://a/, expected one such as http://127.0.0.1:8080/path
            -R10 http:// | invalid URL: http://, expected one such as http://127.0.0.1:8080/path
            -R10 http://a:b/ | invalid URL: http://a:b/, expected one such as http://127.0.0.1:8080/path
            -R10 http://a:70000/ | invalid URL: http://a:70000/, expected a port from 1 to 65535
            -R10 http://a:0/ | invalid URL: http://a:0/, expected a port from 1 to 65535
            -R10 http://[::1/ | invalid URL: http://[::1/, expected one such as http://127.0.0.1:8080/path
            -R10 https://a/ | https://a/: there is no TLS here, expected http
            """)
    void mistakeIsToldInOneLineAboveTheUsage(String arguments, String message) {
        Load load = Load.command(arguments.replace("URL", URL).split(" "));
        assertEquals("wrk2: " + message, load.err().lines().findFirst().orElseThrow());
        assertUsageFailure(load);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"-x", "--nosuch", "-R", "-R10 -d", "-R -5", "-R10 -c -L", "--l=5", "-R10 -Z5", "-R10 --t 5"})
    void unknownAndHalfOptionsAreToldInOneLineAboveTheUsage(String arguments) {
        assertUsageFailure(Load.command((URL + " " + arguments).split(" ")));
    }

    private static void assertUsageFailure(Load load) {
        assertEquals(Wrk2.BAD, load.status());
        List<String> lines = load.err().lines().toList();
        assertTrue(lines.get(0).startsWith("wrk2: "), load.err());
        assertEquals("Usage: wrk2 [OPTIONS] -R RATE URL [-- SCRIPT ARGUMENTS]", lines.get(1));
        assertEquals("", load.out());
    }

    @Test
    void scriptThatDoesNotCompileEndsTheRunWithScriptAndLine() throws Exception {
        Path script = Files.writeString(folder.resolve("bad.lua"), "\nfunction request( return 1 end");
        Load load = Load.command("-R10", "-s", script.toString(), URL);
        assertEquals(Wrk2.BAD, load.status());
        assertTrue(
                load.err().matches("wrk2: \\S*bad\\.lua:2: <name> or '\\.\\.\\.' expected near 'return'\n"),
                load.err());
        assertEquals("", load.out());
    }

    @Test
    void hostThatDoesNotExistIsToldInOneLine() {
        Load load = Load.command("-R10", "http://[::zz]:80/");
        assertUsageFailure(load);
        Load unknown = Load.command("-R10", "http://256.0.0.1.invalid:80/");
        assertEquals(Wrk2.BAD, unknown.status());
        assertEquals("wrk2: unable to resolve 256.0.0.1.invalid:80, no such host\n", unknown.err());
        assertEquals("", unknown.out());
    }

    // ---- help and version

    @Test
    void helpGoesToStandardOutputAndNamesEveryOption() {
        for (String option : List.of("-h", "--help")) {
            Load load = Load.command(option);
            assertEquals(Wrk2.GOOD, load.status());
            assertEquals("", load.err());
            assertTrue(load.out().startsWith("Usage: wrk2 [OPTIONS] -R RATE URL [-- SCRIPT ARGUMENTS]\n"), load.out());
            for (String name : ("-c, --connections -d, --duration -t, --threads -R, --rate -s, --script -H, --header"
                            + " -L, --latency -U, --u_latency -B, --batch_latency -T, --timeout --wrk2-timer --json --hgrm"
                            + " -v, --version -h, --help")
                    .split("(?<!,) ")) {
                assertTrue(load.out().contains(name), name);
            }
            assertTrue(load.out().lines().allMatch(line -> line.length() <= 80), load.out());
        }
    }

    @Test
    void versionIsToldAlone() {
        for (String option : List.of("-v", "--version")) {
            Load load = Load.command(option);
            assertEquals(Wrk2.GOOD, load.status());
            assertTrue(load.out().matches("wrk2 drop-in \\S+ \\[LuaJIT 2\\.1, Java \\S+]\n"), load.out());
            assertEquals("", load.err());
        }
    }

    // ---- what makes sense

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest
    @ValueSource(
            strings = {
                "-t1 -c2 -d1s -T3s -R4 -L URL",
                "-t 1 -c 2 -d 1 -T 3 -R 4 -L URL",
                "--threads 1 --connections 2 --duration 1s --timeout 3s --rate 4 --latency URL",
                "--threads=1 --connections=2 --duration=1s --timeout=3s --rate=4 --latency URL",
                "--thr 1 --conn 2 --dur 1s --timeo 3s --ra 4 --lat URL",
                "URL -t1 -c2 -d1s -T3s -R4 -L",
                "-t1 -c2 URL -d1s -T3s -R4 -L",
                "-t9 -t1 -c50 -c2 -d9m -d1s -T1h -T3s -R1k -R4 -L -L URL",
                "-Lt1 -c2 -d1s -T3s -R4 URL",
                "-t1 -c2 -d1s -T3s -R4 -L -- URL"
            })
    void optionsMayBeWrittenAsForWrk2(String arguments) throws Exception {
        try (ScriptedServer server = ScriptedServer.answering(Step.ok("a"))) {
            Path json = folder.resolve("run.json");
            List<String> words = new ArrayList<>(List.of("--json", json.toString()));
            words.addAll(List.of(arguments.replace("URL", server.url("/")).split(" ")));
            Load load = Load.command(words.toArray(String[]::new));
            assertEquals("", load.err());
            assertEquals(Wrk2.GOOD, load.status());
            String written = Files.readString(json);
            for (String option : List.of(
                    "threads\": 1,",
                    "connections\": 2,",
                    "duration_seconds\": 1,",
                    "timeout_seconds\": 3,",
                    "rate\": 4,",
                    "latency\": true,")) {
                assertTrue(written.contains("\"" + option), written);
            }
        }
    }

    @Test
    void whatStandsBehindTwoHyphensBelongsToTheScript() throws Exception {
        Path script = Files.writeString(
                folder.resolve("arguments.lua"), "function init(args) error(table.concat(args, '|'), 0) end");
        Path file = Files.writeString(folder.resolve("file"), "not this");
        try (ScriptedServer server = ScriptedServer.answering(Step.ok("a"))) {
            Load load = Load.command(
                    "-R10",
                    "-s",
                    script.toString(),
                    server.url("/"),
                    "--",
                    "a",
                    "-L",
                    "--rate=5",
                    "@" + file,
                    "\"b c\"",
                    "");
            assertEquals("wrk2: a|-L|--rate=5|@" + file + "|\"b c\"|\n", load.err());
        }
    }

    @LoadTogether
    void urlNeedsNeitherPathNorLowerCase() throws Exception {
        try (ScriptedServer server = ScriptedServer.answering(Step.ok("a"))) {
            String host = "127.0.0.1:" + server.port();
            for (String url :
                    Stream.of("http://", "HTTP://").map(scheme -> scheme + host).toList()) {
                assertEquals(
                        Wrk2.GOOD, Load.command("-t1", "-c1", "-d1", "-R5", url).status());
            }
            Load.command("-t1", "-c1", "-d1", "-R5", "http://" + host + "?a=b#c");
            assertEquals("/", server.requests().get(0).path());
            assertEquals(
                    "/?a=b", server.requests().get(server.requestCount() - 1).path());
        }
    }

    @Test
    void urlWithoutPortMeansPort80() {
        // Where a server has that port, the run succeeds; in any case it is asked.
        Load load = Load.command("-t1", "-c1", "-d1", "-R5", "http://127.0.0.1");
        assertTrue(
                load.status() == Wrk2.GOOD
                        || load.err().equals("wrk2: unable to connect to 127.0.0.1:http Connection refused\n"),
                load.err());
    }
}
