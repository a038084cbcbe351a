package kvlab.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import kvlab.cluster.CommandProgram;
import kvlab.cluster.Stages;
import kvlab.cluster.UsageException;
import kvlab.grader.Grade;
import kvlab.grader.Grader;
import kvlab.grader.NotGradable;
import kvlab.grader.Selection;
import kvlab.grader.Subject;
import kvlab.grader.output.GradescopeReport;
import kvlab.grader.output.HtmlReport;
import kvlab.grader.output.JsonReport;
import kvlab.grader.output.JunitReport;
import kvlab.grader.output.TextReport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        separator = " ",
        name = "grade",
        header = "Check a stage, or any server, against the rules of the protocol.",
        footerHeading = "%nExample:%n",
        footer = {
            "  ./lab grade 1-single-node --html grade.html",
            "",
            "Another program: ./lab grade --stage 1-single-node",
            "                   --command './node --port {port} --data {data}'",
            "",
            "Exit code 0: all passed, 1: a check failed, 2: something was not decided."
        })
final class GradeCommand extends LabCommand {

    @Parameters(
            paramLabel = "STAGE|DIR",
            arity = "0..1",
            description = "A stage of the kit, or the folder of your own, built.")
    private String named;

    @Option(names = "--stage", paramLabel = "S", description = "Whose rules hold, if nothing else tells.")
    private String stage;

    @Option(names = "--command", paramLabel = "T", description = "How to start a node: {port}, {data}, {cluster}.")
    private String command;

    @Option(names = "--url", paramLabel = "U", description = "A node that runs; what needs a restart is skipped.")
    private String url;

    @Option(names = "--set", paramLabel = "NAME=VALUE", description = "A setting of the stage.")
    private List<String> settings = new ArrayList<>();

    @Option(names = "--only", paramLabel = "ID", split = ",", description = "Rules or checks, as E9,putCreates.")
    private List<String> only = new ArrayList<>();

    @Option(names = "--seed", paramLabel = "N", description = "Repeat the keys and values of an earlier grade.")
    private Long seed;

    @Option(names = "--self-test", description = "Grade broken nodes instead: each has to be caught.")
    private boolean selfTest;

    @Option(names = "--in-process", description = "Nodes in this JVM, for a debugger; no kills and no pauses.")
    private boolean inProcess;

    @Option(names = "--repeat", paramLabel = "N", description = "So many grades; the first that is not good ends it.")
    private int repeat = 1;

    @Option(names = "--json", paramLabel = "FILE", description = "The grade as JSON; - prints it, and no table.")
    private Path json;

    @Option(names = "--html", paramLabel = "FILE", description = "A scorecard for a browser.")
    private Path html;

    @Option(names = "--junit", paramLabel = "FILE", description = "JUnit's XML, for a build server.")
    private Path junit;

    @Option(names = "--gradescope", paramLabel = "FILE", description = "Gradescope's results.json.")
    private Path gradescope;

    @Override
    public Integer call() throws Exception {
        try {
            return selfTest ? new SelfTestRun(out(), err()).run(only, inProcess) : grade();
        } catch (NotGradable e) {
            err().println("lab: " + e.getMessage());
            return Lab.UNDECIDED;
        }
    }

    private int grade() throws Exception {
        Subject subject = subject();
        if (repeat < 1 || repeat > 1000) {
            throw UsageException.of("--repeat " + repeat + ": expected a number from 1 to 1000");
        }
        Grade grade;
        int round = 0;
        try (LiveLine live = new LiveLine(err())) {
            do {
                Selection selection = Selection.of(subject, only, seed());
                Path scratch = Scratch.folder(Lab.home(), "grade");
                grade = new Grader(scratch).grade(subject, selection, live);
                print(grade);
            } while (++round < repeat && grade.exitCode() == Lab.DONE);
        }
        write(json, JsonReport.text(grade));
        write(html, HtmlReport.text(grade));
        write(junit, JunitReport.text(grade));
        write(gradescope, GradescopeReport.text(grade));
        return grade.exitCode();
    }

    private Subject subject() throws UsageException, IOException {
        int ways = (named == null ? 0 : 1) + (command == null ? 0 : 1) + (url == null ? 0 : 1);
        if (ways == 0) {
            throw UsageException.of("name what is graded: a stage or a folder, or --stage with --command or --url");
        }
        if (ways > 1) {
            throw UsageException.of("give one of a stage, --command and --url");
        }
        Stages stages = new Stages(Lab.home());
        if (stage != null && !stages.names().contains(stage)) {
            throw UsageException.of("--stage " + stage + ": expected one of " + String.join(", ", stages.names()));
        }
        if (named != null) {
            Subject subject = Subject.program(named, stage, stages.find(named), settings);
            return inProcess ? subject.inProcess() : subject;
        }
        if (inProcess) {
            throw UsageException.of(
                    "--in-process is for a stage or a folder; another program has a JVM of its own, or none");
        }
        if (stage == null) {
            throw UsageException.of("--stage is missing: which stage's rules hold, as 1-single-node?");
        }
        if (!settings.isEmpty()) {
            throw UsageException.of("--set is for a stage or a folder; put it into --command");
        }
        return command != null ? Subject.command(stage, CommandProgram.of(command)) : Subject.running(stage, url);
    }

    private long seed() {
        return seed != null ? seed : ThreadLocalRandom.current().nextInt(1_000_000);
    }

    private void print(Grade grade) {
        if (isStdout(json)) {
            return;
        }
        out().print(TextReport.text(grade));
        out().flush();
    }
}
