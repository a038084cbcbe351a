package kvlab.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BooleanSupplier;
import kvlab.cluster.CommandProgram;
import kvlab.cluster.StageProgram;
import kvlab.cluster.Stages;
import kvlab.cluster.UsageException;
import kvlab.grader.Grade;
import kvlab.grader.Grader;
import kvlab.grader.NotGradable;
import kvlab.grader.QuorumStyle;
import kvlab.grader.Selection;
import kvlab.grader.Subject;
import kvlab.grader.output.CheckList;
import kvlab.grader.output.GradescopeReport;
import kvlab.grader.output.HtmlReport;
import kvlab.grader.output.JsonReport;
import kvlab.grader.output.JunitReport;
import kvlab.grader.output.TextReport;
import kvlab.handout.DoesNotCompile;
import kvlab.handout.OpenExercises;
import kvlab.handout.Project;
import kvlab.handout.TaskPage;
import kvlab.sandbox.Sandbox;
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
            "Your own, whenever you save: ./lab grade ~/my-stage3 --watch",
            "",
            "Another program: ./lab grade --stage 1-single-node",
            "                   --command './node --port {port} --data {data}'",
            "",
            "Exit code 0: all passed, 1: a check failed or waits for an open exercise,",
            "2: something was not decided."
        })
final class GradeCommand extends LabCommand {

    private static final List<String> OF_ONE_SERVER = List.of(
            "--stage",
            "--command",
            "--url",
            "--set",
            "--quorum-style",
            "--list",
            "--seed",
            "--thorough",
            "--repeat",
            "--watch",
            "--json",
            "--html",
            "--junit",
            "--gradescope");

    @Parameters(
            paramLabel = "STAGE|DIR",
            arity = "0..1",
            description = "A stage of the kit, or your project; without it, the one around this folder.")
    private String named;

    @Option(names = "--stage", paramLabel = "S", description = "Whose rules hold, if nothing else tells.")
    private String stage;

    @Option(
            names = "--command",
            paramLabel = "T",
            description = "How to start a node: {port}, {data}, {cluster}, {node}.")
    private String command;

    @Option(names = "--url", paramLabel = "U", description = "A node that runs; what needs a restart is skipped.")
    private String url;

    @Option(names = "--set", paramLabel = "NAME=VALUE", description = "A setting of the stage.")
    private List<String> settings = new ArrayList<>();

    @Option(
            names = "--quorum-style",
            paramLabel = "S",
            description = "How replicas are asked for: replicas (2/3) or ack-from (ack=2&from=3).")
    private String quorumStyle = "replicas";

    @Option(names = "--only", paramLabel = "ID", split = ",", description = "Rules or checks, as E9,putCreates.")
    private List<String> only = new ArrayList<>();

    @Option(names = "--list", description = "Tell the checks, what each is worth and does, and run none.")
    private boolean list;

    @Option(names = "--seed", paramLabel = "N", description = "Repeat the keys and values of an earlier grade.")
    private Long seed;

    @Option(names = "--thorough", description = "Send 20 times as many random requests: minutes.")
    private boolean thorough;

    @Option(names = "--self-test", description = "Grade broken nodes instead: each has to be caught.")
    private boolean selfTest;

    @Option(names = "--mutate", description = "With --self-test: grade the stages with one instruction changed.")
    private boolean mutate;

    @Option(names = "--in-process", description = "Nodes in this JVM, for a debugger; no kills and no pauses.")
    private boolean inProcess;

    @Option(names = "--sandbox", description = "For code nobody has read: nodes see no files, network, processes.")
    private boolean sandbox;

    @Option(
            names = "--within",
            paramLabel = "TIME",
            description = "With --sandbox: when it is ended (default: " + SandboxedRun.USUALLY + ").")
    private String within;

    @Option(names = "--repeat", paramLabel = "N", description = "So many grades; the first that is not good ends it.")
    private int repeat = 1;

    @Option(names = "--watch", description = "Grade your project again on each save, failed checks first.")
    private boolean watch;

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
            requireSandboxable();
            QuorumStyle.of(quorumStyle);
            if (selfTest) {
                for (String option : OF_ONE_SERVER) {
                    if (isGiven(option)) {
                        throw UsageException.of(
                                option + " is for one server, and --self-test grades the kit's own nodes");
                    }
                }
            }
            if (only.stream().anyMatch(String::isBlank) || only.isEmpty() && isGiven("--only")) {
                throw UsageException.of(
                        "--only names no rule and no check; expected them with a comma between, as E9,putCreates");
            }
            if (selfTest && named != null) {
                throw UsageException.of("--self-test grades the kit's own broken nodes; --only " + named
                        + " chooses those of that name or stage");
            }
            if (mutate && (!selfTest || inProcess)) {
                throw UsageException.of("--mutate goes with --self-test, and grades processes");
            }
            if (sandbox && !Sandbox.isInside()) {
                List<String> arguments =
                        commandLine().getParent().getParseResult().originalArgs();
                return SandboxedRun.again(arguments, home(), within(), writable());
            }
            if (selfTest) {
                SelfTestRun run = new SelfTestRun(home(), out(), err());
                return mutate ? run.mutate(only) : run.run(only, inProcess);
            }
            if (list) {
                out().print(CheckList.text(Selection.of(subject(), only, 0).checks()));
                out().flush();
                return Lab.DONE;
            }
            return watch ? watch() : grade();
        } catch (DoesNotCompile e) {
            writeNone((e.getMessage() + "\n" + e.lines()).strip());
            return Lab.explain(e, err(), Lab.UNDECIDED);
        } catch (NotGradable e) {
            writeNone(e.getMessage());
            return Lab.explain(e, err(), Lab.UNDECIDED);
        }
    }

    private boolean isGiven(String option) {
        return commandLine().getParseResult().hasMatchedOption(option);
    }

    private void requireSandboxable() throws UsageException {
        if (sandbox && (selfTest || inProcess || watch || named == null)) {
            throw UsageException.of("--sandbox is for the nodes of a stage or a folder");
        }
        if (within != null && !sandbox) {
            throw UsageException.of("--within goes with --sandbox");
        }
    }

    private String within() {
        return within == null ? SandboxedRun.USUALLY : within;
    }

    /** Of a project what is built and graded; of all that is graded, its reports. */
    private SandboxedRun.Writable writable() throws IOException {
        boolean isStage = new Stages(home()).names().contains(named);
        List<Path> reports = new ArrayList<>();
        for (Path report : Arrays.asList(json, html, junit, gradescope)) {
            if (report != null && !isStdout(report)) {
                reports.add(report);
            }
        }
        return SandboxedRun.Writable.of(isStage ? null : Path.of(named), reports);
    }

    private int grade() throws Exception {
        Project project = reported(this::project);
        String sources = project == null ? null : project.fingerprint();
        LastGrade last = last(project);
        try {
            Subject subject = subject();
            if (repeat < 1 || repeat > 1000) {
                throw UsageException.of("--repeat " + repeat + ": expected a number from 1 to 1000");
            }
            Grade grade;
            int round = 0;
            do {
                grade = grade(subject, selection(subject), () -> true);
                print(grade);
                last.keep(grade, only.isEmpty(), sources);
            } while (++round < repeat && grade.exitCode() == Lab.DONE);
            writeReports(grade);
            return grade.exitCode();
        } catch (DoesNotCompile | NotGradable e) {
            last.keepNone(e);
            throw e;
        }
    }

    /** Hints and hand-ins are about the stage as it is. */
    private LastGrade last(Project project) {
        boolean isAsItIs = settings.isEmpty()
                && !isGiven("--quorum-style")
                && (stage == null || project == null || stage.equals(project.stage()));
        if (project != null && !isAsItIs) {
            err().println(
                            "lab: with --set or --quorum-style, or by another stage's rules, this is not kept as the grade of "
                                    + project.folder());
        }
        return new LastGrade(isAsItIs ? project : null);
    }

    private int watch() throws Exception {
        Project project = reported(this::project);
        if (project == null) {
            throw UsageException.of("--watch is for a project of ./lab checkout; name its folder");
        }
        if (repeat != 1 || stage != null || isStdout(json)) {
            throw UsageException.of("--watch goes without --repeat, --stage and --json -");
        }
        // One that there is not is told as such, and not as a page that is missing.
        new Stages(home()).folder(project.stage());
        return new WatchRun(home(), project, last(project), only.isEmpty(), err()).run(new Watched());
    }

    /** What a grade of --watch is. */
    private final class Watched implements WatchRun.Grading {

        @Override
        public Subject subject() throws Exception {
            return GradeCommand.this.subject();
        }

        @Override
        public Selection selection(Subject subject) throws UsageException, IOException {
            return GradeCommand.this.selection(subject);
        }

        @Override
        public Grade grade(Subject subject, Selection selection, BooleanSupplier goesOn) throws Exception {
            return GradeCommand.this.grade(subject, selection, goesOn);
        }

        @Override
        public void tell(Grade part, Grade all) throws IOException {
            print(part);
            writeReports(all);
        }
    }

    private Grade grade(Subject subject, Selection selection, BooleanSupplier goesOn) throws Exception {
        try (LiveLine live = new LiveLine(err())) {
            Grade grade = new Grader(Scratch.folder(home(), "grade")).grade(subject, selection, live, goesOn);
            requireUnspoilt();
            return grade;
        }
    }

    /** A check that failed might have passed on a machine with more to spare. */
    private void requireUnspoilt() throws NotGradable {
        String reason = sandbox ? Sandbox.spoilt() : null;
        if (reason != null) {
            throw new NotGradable("a node was killed that had done no harm, since " + reason);
        }
    }

    private void writeReports(Grade grade) throws IOException {
        write(json, JsonReport.text(grade));
        write(html, HtmlReport.text(grade));
        write(junit, JunitReport.text(grade));
        write(gradescope, GradescopeReport.text(grade));
    }

    /** Whoever waits for a report gets one, also when there is no grade. */
    private void writeNone(String why) throws IOException {
        write(junit, JunitReport.none(suite(), why));
        write(gradescope, GradescopeReport.none(why));
    }

    /** The stage; what was named, where nothing tells it. */
    private String suite() throws IOException {
        String told = stage == null ? String.valueOf(named) : stage;
        try {
            Project project = project();
            return project == null ? told : project.stage();
        } catch (UsageException e) {
            return told;
        }
    }

    /** A look at what was named. */
    private interface Look<T> {
        T look() throws UsageException, IOException, DoesNotCompile;
    }

    /** What is wrong with the code is for its report, too; a mistake in the command line is not. */
    private <T> T reported(Look<T> look) throws UsageException, IOException, DoesNotCompile {
        try {
            return look.look();
        } catch (UsageException e) {
            writeNone(e.getMessage());
            throw e;
        }
    }

    /** The student's project that is graded; null when it is something else. */
    private Project project() throws UsageException, IOException {
        if (named == null && command == null && url == null) {
            Path around = Project.around(Path.of(""));
            named = around == null ? null : around.toString();
        }
        boolean isProject =
                named != null && !new Stages(home()).names().contains(named) && Project.isAt(Path.of(named));
        return isProject ? Project.at(Path.of(named)) : null;
    }

    private Subject subject() throws UsageException, IOException, DoesNotCompile {
        boolean ackFrom = QuorumStyle.of(quorumStyle) == QuorumStyle.ACK_FROM;
        Subject subject = named();
        return ackFrom ? subject.withAckFrom() : subject;
    }

    private Subject named() throws UsageException, IOException, DoesNotCompile {
        int ways = (named == null ? 0 : 1) + (command == null ? 0 : 1) + (url == null ? 0 : 1);
        if (ways == 0) {
            throw UsageException.of("name what is graded: a stage or a folder, or --stage with --command or --url");
        }
        if (ways > 1) {
            throw UsageException.of("give one of a stage, --command and --url");
        }
        Stages stages = new Stages(home());
        if (stage != null && !stages.names().contains(stage)) {
            throw UsageException.of("--stage " + stage + ": expected one of " + String.join(", ", stages.names()));
        }
        if (named != null) {
            StageProgram program =
                    reported(() -> sandbox ? build(SandboxedRun.compiler()).find(named) : program(named));
            Subject subject = Subject.program(named, stage, program, settings);
            if (sandbox) {
                return reported(() -> SandboxedRun.subject(subject, named, stages, within()));
            }
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

    private Selection selection(Subject subject) throws UsageException, IOException {
        Selection selection = Selection.of(subject, only, seed());
        Project project = project();
        if (new Stages(home()).names().contains(subject.stage())) {
            boolean hasExercises = subject.stage().equals(project == null ? named : project.stage());
            selection = selection.about(TaskPage.of(home(), subject.stage()).exercises(), hasExercises);
        }
        if (project != null && project.stage().equals(subject.stage())) {
            Map<String, Selection.Waiting> open = new HashMap<>();
            OpenExercises.waiting(home(), project)
                    .forEach((check, waiting) -> open.put(
                            check, new Selection.Waiting(waiting.exercise(), waiting.step(), waiting.tasks())));
            selection = selection.withOpen(open);
        }
        return thorough ? selection.thoroughly() : selection;
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
