package kvlab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class LabTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final CommandLine lab = Lab.commandLine(BuiltKit.REAL, new PrintWriter(out), new PrintWriter(err));

    @Test
    void helpShowsEveryCommandOnceWithAnExample() {
        assertEquals(0, lab.execute("--help"));
        Set<String> commands = lab.getSubcommands().keySet();
        for (String command : commands) {
            assertEquals(1, lines("  " + command + " "), command);
            assertEquals(1, lines("            ./lab " + command + " "), command);
        }
        assertEquals(commands.size(), lines("            ./lab "));
    }

    @Test
    void withoutACommandThereIsHelp() {
        assertEquals(0, lab.execute());
        assertTrue(out.toString().contains("Usage: ./lab"));
    }

    @Test
    void whoReportsAFaultCanSayOfWhichKit() {
        assertEquals(0, lab.execute("--version"));
        String words = out.toString();
        assertTrue(words.matches("kvlab [0-9]\\.[0-9]\\S*( [0-9a-f]{12})?(, student edition)?\nJava [0-9].*\n"), words);
    }

    @Test
    void everyHelpFitsATerminalAndHasAnExample() {
        for (String command : lab.getSubcommands().keySet()) {
            out.getBuffer().setLength(0);
            assertEquals(0, lab.execute(command, "--help"));
            assertTrue(out.toString().contains("Example:\n  ./lab " + command), command);
            out.toString().lines().forEach(line -> assertTrue(line.length() <= 80, line));
        }
    }

    @Test
    void listTellsTheChecksAndRunsNone() {
        String[] nobodyThere = {"grade", "--stage", "4-async-client", "--url", "http://127.0.0.1:1", "--list"};
        assertEquals(0, lab.execute(nobodyThere), err.toString());
        assertTrue(out.toString().contains("\n  nobodyWaits "), out.toString());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        rum                          | lab: there is no command 'rum'; there are tour, checkout, hint, notebook, run, grade, diff, wrk2, bench, compare, knee, lint, runs, show, flames, chart, record, submit, review, export, doctor, test, clean
        run                          | lab: Missing required parameter: 'STAGE'
        run 9-moon                   | lab: there is no stage '9-moon'; there are 1-single-node, 2-sharding, 3-replication, 4-async-client, 5-event-loop
        run 1-single-node --prot 1   | lab: Unknown options: '--prot', '1'
        run 1-single-node --nodes x  | lab: Invalid value for option '--nodes': 'x' is not an int
        run 1-single-node --nodes 0  | lab: --nodes 0: expected a number from 1 to 64
        grade --mutate 2-sharding    | lab: --mutate goes with --self-test, and grades processes
        grade --self-test --stage 2-sharding | lab: --stage is for one server, and --self-test grades the kit's own nodes
        grade --self-test 2-sharding | lab: --self-test grades the kit's own broken nodes; --only 2-sharding chooses those of that name or stage
        grade                        | lab: name what is graded: a stage or a folder, or --stage with --command or --url
        grade 9-moon                 | lab: there is no stage '9-moon'; there are 1-single-node, 2-sharding, 3-replication, 4-async-client, 5-event-loop
        grade 1-single-node --url http://h:1 | lab: give one of a stage, --command and --url
        grade --url http://h:1       | lab: --stage is missing: which stage's rules hold, as 1-single-node?
        grade --stage one --url http://h:1 | lab: --stage one: expected one of 1-single-node, 2-sharding, 3-replication, 4-async-client, 5-event-loop
        grade --stage 1-single-node --url h | lab: --url h: expected http://HOST:PORT
        grade --stage 1-single-node --command x | lab: --command x: expected {port} in it, where the port goes
        grade --stage 1-single-node --url http://h:1 --set a=b | lab: --set is for a stage or a folder; put it into --command
        grade --stage 1-single-node --url http://h:1 --repeat 0 | lab: --repeat 0: expected a number from 1 to 1000
        grade 1-single-node --only , | lab: --only names no rule and no check; expected them with a comma between, as E9,putCreates
        grade 1-single-node --only H6 | lab: --only H6: this rule holds from stage 3 on, and stage 1 is graded
        grade 1-single-node --within 5s | lab: --within goes with --sandbox
        grade 1-single-node --sandbox --within 0 | lab: --within 0: expected a time above 0, as 60s or 7m
        grade --stage 1-single-node --url http://h:1 --sandbox | lab: --sandbox is for the nodes of a stage or a folder
        grade 1-single-node --watch  | lab: --watch is for a project of ./lab checkout; name its folder
        checkout                     | lab: Missing required parameters: 'STAGE', 'DIR'
        checkout 9-moon /nowhere     | lab: there is no stage '9-moon'; there are 1-single-node, 2-sharding, 3-replication, 4-async-client, 5-event-loop
        checkout 1-single-node /nowhere --solution --from-scratch | lab: give one of --from-scratch and --solution
        checkout 1-single-node 2-sharding | lab: 2-sharding names a stage of the kit in every other command; give another folder, as ~/my-2-sharding
        hint                         | lab: name the folder of your project, or go there: kvlab.properties is missing here and in every folder above
        hint latePut moon            | lab: moon is no project of ./lab checkout: kvlab.properties is missing
        compare 1-single-node 2-sharding --until wide | lab: --until wide: expected a percentage, such as 3%
        compare 1-single-node 2-sharding --until 0% | lab: --until 0.0%: expected more than 0 % and less than 100 %
        compare 1-single-node 2-sharding --within 5m | lab: --within goes with --until
        compare 1-single-node 2-sharding --until 5% --within 0 | lab: --within 0: expected a time above 0, as 60s or 7m
        lint                         | lab: Missing required parameter: 'FILE'
        lint /nowhere/report.md      | lab: /nowhere/report.md: expected a file
        lint /                       | lab: /: expected a file
        lint pom.xml                 | lab: pom.xml quotes nothing that wrk2 printed; expected lines such as 'Requests/sec: 999.67'
        lint pom.xml --rate 0        | lab: --rate 0: expected a number from 1 on
        diff                         | lab: Missing required parameter: 'STAGE'
        diff 9-moon                  | lab: there is no stage '9-moon'; there are 1-single-node, 2-sharding, 3-replication, 4-async-client, 5-event-loop
        bench 1-single-node          | lab: --rate is missing: how many requests a second? Or --saturate, for all it can do
        bench 1-single-node --rate 1 --saturate | lab: give one of --rate and --saturate
        bench --rate 1               | lab: name what is measured: a stage or a folder, or --command
        bench 1-single-node --rate 0 | lab: --rate 0: expected a number from 1 to 9999999
        bench 1-single-node --rate 10000000 | lab: --rate 10000000: expected a number from 1 to 9999999
        bench 1-single-node --rate 1 --op x | lab: --op x: expected one of put, get, delete, mixed, hot-keys, overwrite
        bench 1-single-node --rate 1 -d soon | lab: -d soon: expected a time, as 5ms, 60s or 7m
        bench 1-single-node --rate 1 --scale big | lab: --scale big: expected one of smoke, quick, standard, full
        bench 1-single-node --rate 1 -c 1 | lab: -t 2: expected a number from 1 to 1
        bench 1-single-node --rate 1 --value 1048577 | lab: --value 1048577: expected a number from 0 to 1048576
        bench 1-single-node --rate 1 --profile cpu,heap | lab: --profile heap: expected one or more of cpu,alloc,lock, with commas between them
        bench 1-single-node --rate 1 --per-thread | lab: --per-thread is for a profile; give --profile too
        bench 9-moon --saturate      | lab: there is no stage '9-moon'; there are 1-single-node, 2-sharding, 3-replication, 4-async-client, 5-event-loop
        bench 1-single-node --saturate --op x | lab: --op x: expected one of put, get, delete, mixed, hot-keys, overwrite
        bench 1-single-node --saturate --op mixed | lab: --op mixed: with --saturate expected put or get
        bench 1-single-node --saturate -d 60s | lab: -d 60s: a comparison is measured in short windows; --scale and --lives say how many
        bench 1-single-node --rate 1 --lives 2 | lab: --lives goes with --saturate
        bench 1-single-node --saturate --nodes 0 | lab: --nodes 0: expected a number from 1 to 64
        bench 1-single-node --saturate --port 65535 | lab: --port 65535: expected a number from 1 to 65534
        bench 1-single-node --saturate --replicas 3 | lab: --replicas 3: expected two numbers, as 2/3
        bench 1-single-node --rate 1 --target box | lab: --target box: expected ssh://user@box or ssh://user@box:22
        bench 1-single-node --rate 1 --target ssh://-oProxyCommand=x | lab: --target ssh://-oProxyCommand=x: expected ssh://user@box or ssh://user@box:22
        bench 1-single-node --rate 1 --load-on target | lab: --load-on is for a target box; give --target too
        bench 1-single-node --rate 1 --load-on there | lab: --load-on there: expected here or target
        bench 1-single-node --saturate --target ssh://box | lab: --target is for a load at a constant rate, and not for --saturate
        bench 1-single-node --rate 1 --cores x | lab: --cores x: expected numbers of cores, as 0,1 or 0-3
        compare                      | lab: name two or more to compare, or one and --vary; each is a stage, a folder or a --command
        compare 1-single-node        | lab: name two or more to compare, or one and --vary; each is a stage, a folder or a --command
        compare 1-single-node 2-sharding --vary nodes=1,2 | lab: name two or more to compare, or one and --vary; each is a stage, a folder or a --command
        compare 1-single-node 1-single-node --command x | lab: --command x: expected {port} in it, where the port goes
        compare --command x          | lab: name two or more to compare, or one and --vary; each is a stage, a folder or a --command
        compare 1-single-node --command x | lab: --command x: expected {port} in it, where the port goes
        compare --command {port} --command x --nodes 1 | lab: --command x: expected {port} in it, where the port goes
        compare --command {port} --command {port} | lab: --nodes is missing: the name of {port} does not begin with the number of a stage
        compare --command {port} --vary link-delay=0,5ms --nodes 1 | lab: --vary link-delay: one node has no link to another; give --nodes 2 or more
        compare --command {port} --vary jdk=17,25 | lab: --vary jdk is for stages; a --command takes --vary nodes and --vary link-delay
        compare 1-single-node --command {port} --set a=b | lab: --set is for stages; put it into --command, or behind the stage's name and a colon
        knee                         | lab: name what is measured: a stage or a folder, or --command
        knee 1-single-node --command {port} | lab: name what is measured: a stage or a folder, or --command
        knee --command {port}        | lab: --nodes is missing: the name of {port} does not begin with the number of a stage
        compare 9-moon 1-single-node | lab: there is no stage '9-moon'; there are 1-single-node, 2-sharding, 3-replication, 4-async-client, 5-event-loop
        compare 9-moon:store=base 1-single-node | lab: there is no stage '9-moon'; there are 1-single-node, 2-sharding, 3-replication, 4-async-client, 5-event-loop
        compare 1-single-node:store=base --vary store=base,tuned | lab: store=base and --vary store: give one of the two
        compare 1-single-node 1-single-node --rate 0 | lab: --rate 0: expected a number from 1 to 9999999
        compare 1-single-node 1-single-node --rate 10000000 | lab: --rate 10000000: expected a number from 1 to 9999999
        compare 1-single-node 1-single-node --lives 0 | lab: --lives 0: expected a number from 1 to 1000
        compare 1-single-node --vary store=base | lab: --vary store=base: expected a name and two values or more, as client=futures,virtual
        compare 1-single-node --vary nodes=1,x | lab: --vary nodes: x is not a number
        compare 1-single-node --vary nodes=1,0 | lab: --nodes 0: expected a number from 1 to 64
        compare 1-single-node --vary link-delay=0,5ms | lab: --vary link-delay: one node has no link to another; give --nodes 2 or more
        compare 1-single-node --vary link-delay=0,soon | lab: --vary link-delay: soon: expected a time, as 5ms, 60s or 7m
        compare 1-single-node --vary store=base,tuned --set store=base | lab: store=base and --vary store: give one of the two
        compare 1-single-node 1-single-node --rate 1 --saturate | lab: give one of --rate and --saturate
        compare 1-single-node 1-single-node --saturate --op mixed | lab: --op mixed: with --saturate expected put or get
        compare 1-single-node 1-single-node --saturate --target ssh://box | lab: --target is for a load at a constant rate, and not for --saturate
        test --quick --soak          | lab: --quick and --soak are given; expected one of them
        test --fast                  | lab: Unknown option: '--fast'
        knee 9-moon                  | lab: there is no stage '9-moon'; there are 1-single-node, 2-sharding, 3-replication, 4-async-client, 5-event-loop
        knee 1-single-node --slo fast | lab: --slo fast: expected a time above 0 and its unit, as 50ms
        knee 1-single-node --slo 0ms | lab: --slo 0ms: expected a time above 0 and its unit, as 50ms
        chart last --slo 50          | lab: --slo 50: expected a time above 0 and its unit, as 50ms
        knee 1-single-node --from 0  | lab: --rate 0: expected a number from 1 to 9999999
        knee 1-single-node --rate 5  | lab: Unknown options: '--rate', '5'
        show last --json --wrk2      | lab: give one of --json and --wrk2
        record 9-moon                | lab: there is no lab '9-moon'; there are 1-single-node, 2-sharding, 3-replication, 4-async-client, 5-cluster-size
        record --scale big           | lab: --scale big: expected one of smoke, quick, standard, full
        record --port 0              | lab: --port 0: expected a number from 1 to 65535
        notebook moon                | lab: there is no notebook 'moon'; there are {notebooks}
        notebook --execute           | lab: --execute: name the notebook, as 3-replication
        notebook --check             | lab: --check: name the notebook, as 3-replication
        notebook 3-replication --execute --check | lab: give one of --execute, which checks too, and --check
        tour --scale big             | lab: --scale big: expected one of smoke, quick, standard, full
        notebook --scale smoke       | lab: --scale, --param and --target are for --execute; in JupyterLab, change the cell of the parameters
        notebook moon --execute --scale big | lab: --scale big: expected one of smoke, quick, standard, full
        notebook moon --execute --param scale=fast | lab: --scale fast: expected one of smoke, quick, standard, full
        notebook moon --execute --param nodes | lab: --param nodes: expected NAME=VALUE, as nodes=5
        submit                       | 'lab: Missing required option: ''--name N'''
        submit 9-moon --name Anna    | lab: {here}/9-moon is no project of ./lab checkout: kvlab.properties is missing
        review                       | 'lab: Missing required parameter: ''DIR'''
        review 9-moon                | lab: 9-moon is no folder of hand-ins
        review 9-moon --within 5m    | lab: --within goes with --regrade
        review 9-moon --jobs 2       | lab: --jobs goes with --regrade
        review 9-moon --regrade --jobs 0 | lab: --jobs 0: expected a number from 1 to 64
        export                       | 'lab: Missing required parameter: ''DIR'''
        doctor --jsn                 | lab: Unknown option: '--jsn'
        """)
    void mistakesAreNamedAndExitWith64(String commandLine, String message) throws IOException {
        assertEquals(64, lab.execute(commandLine.split(" ")));
        assertEquals(
                message.replace("{here}", Path.of("").toAbsolutePath().toString())
                        .replace("{notebooks}", notebooks()),
                err.toString().lines().findFirst().orElseThrow());
        assertEquals("", out.toString());
    }

    /** As they lie there: whoever works with them may have copied one. */
    private static String notebooks() throws IOException {
        Set<String> names = new TreeSet<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(BuiltKit.REAL.resolve("notebooks"), "*.ipynb")) {
            for (Path file : files) {
                names.add(file.getFileName().toString().replace(".ipynb", ""));
            }
        }
        return String.join(", ", names);
    }

    @Test
    void firstStageIsAllNew() {
        assertEquals(0, lab.execute("diff", "1-single-node"));
        assertTrue(out.toString().startsWith("StageNode.java: new in 1-single-node\n--- /dev/null\n"));
        assertEquals(0, lab.execute("diff", "1-single-node", "--stat"));
        assertEquals(1, lines("StageNode.java  "));
    }

    @Test
    void doctorPrintsJsonAlone() {
        int code = lab.execute("doctor", "--json");
        String findings = JsonParser.parseString(out.toString())
                .getAsJsonObject()
                .get("findings")
                .toString();
        assertEquals(findings.contains("\"verdict\":\"fail\"") ? 1 : 0, code, findings);
        assertEquals("", err.toString());
    }

    private long lines(String start) {
        return out.toString()
                .lines()
                .filter(line -> (line + " ").startsWith(start))
                .count();
    }
}
