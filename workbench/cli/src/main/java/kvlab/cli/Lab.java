package kvlab.cli;

import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_COMMAND_LIST;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_FOOTER;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_OPTION_LIST;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import kvlab.cluster.NodeFailure;
import kvlab.cluster.Printable;
import kvlab.cluster.Reason;
import kvlab.cluster.UsageException;
import kvlab.handin.KitCommit;
import kvlab.handout.Checkout;
import kvlab.handout.DoesNotCompile;
import kvlab.handout.Edition;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** ./lab: which command there is, and what becomes of its failures. */
@Command(
        separator = " ",
        name = "./lab",
        header = "kvlab: build, grade and measure a key-value server, stage by stage.",
        synopsisHeading = "%nUsage: ",
        synopsisSubcommandLabel = "COMMAND",
        footerHeading = "%n",
        footer = {"./lab COMMAND --help tells more of a command.", "./lab --version tells which kit this is."},
        versionProvider = Lab.Version.class,
        subcommands = {
            TourCommand.class,
            CheckoutCommand.class,
            HintCommand.class,
            NotebookCommand.class,
            RunCommand.class,
            GradeCommand.class,
            DiffCommand.class,
            Wrk2Command.class,
            BenchCommand.class,
            CompareCommand.class,
            KneeCommand.class,
            LintCommand.class,
            RunsCommand.class,
            ShowCommand.class,
            FlamesCommand.class,
            ChartCommand.class,
            RecordCommand.class,
            SubmitCommand.class,
            ReviewCommand.class,
            ExportCommand.class,
            DoctorCommand.class,
            TestCommand.class,
            CleanCommand.class
        })
public final class Lab extends LabCommand {

    static final int DONE = 0;
    static final int NO = 1;
    static final int UNDECIDED = 2;
    static final int USAGE = 64;
    static final int FAILURE = 70;

    private static final Map<String, List<String>> GROUPS = Map.of(
            "1 Begin here", List.of("tour", "notebook"),
            "2 Try a stage", List.of("run", "grade", "diff"),
            "2 Write your own", List.of("checkout", "hint"),
            "3 Measure",
                    List.of("bench", "compare", "knee", "lint", "runs", "show", "flames", "chart", "record", "wrk2"),
            "4 This machine and this kit", List.of("doctor", "test", "clean"),
            "5 Hand out, hand in", List.of("submit", "review", "export"));

    public static void main(String[] arguments) {
        System.exit(run(arguments));
    }

    @Option(names = "--version", versionHelp = true, description = "Which kit this is.")
    private boolean version;

    final Path home;

    private Lab(Path home) {
        this.home = home;
    }

    /** What whoever reports a fault is asked for first. */
    static final class Version implements IVersionProvider {

        @Spec
        private CommandSpec lab;

        @Override
        public String[] getVersion() throws IOException, InterruptedException {
            Path home = ((Lab) lab.userObject()).home;
            String edition = Edition.of(home).isForStudents() ? ", student edition" : "";
            return new String[] {
                "kvlab " + Checkout.kit(KitCommit.of(home)) + edition,
                "Java " + Runtime.version() + ", " + System.getProperty("os.name") + " " + System.getProperty("os.arch")
            };
        }
    }

    static int run(String... arguments) {
        PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        Path home = Path.of(System.getProperty("kvlab.home", "."));
        return commandLine(home, out, err).execute(arguments);
    }

    /** @param home the folder of the kit, which the script tells */
    static CommandLine commandLine(Path home, PrintWriter out, PrintWriter err) {
        Lab kit = new Lab(home.toAbsolutePath().normalize());
        CommandLine lab = new CommandLine(kit).setOut(out).setErr(err);
        lab.setUsageHelpAutoWidth(false).setUsageHelpWidth(80);
        lab.setParameterExceptionHandler(Lab::explainUsage);
        lab.setExecutionExceptionHandler(Lab::explainFailure);
        lab.getHelpSectionMap().put(SECTION_KEY_COMMAND_LIST_HEADING, help -> "");
        lab.getHelpSectionMap().put(SECTION_KEY_COMMAND_LIST, Lab::commandList);
        lab.getHelpSectionMap().put(SECTION_KEY_OPTION_LIST, help -> "");
        CommandLine run = lab.getSubcommands().get("run");
        run.getHelpSectionMap().put(SECTION_KEY_FOOTER, help -> help.footer() + RunCommand.settings(kit.home));
        lab.getSubcommands()
                .values()
                .forEach(command -> command.getCommandSpec()
                        .usageMessage()
                        .synopsisHeading("%nUsage: ")
                        .parameterListHeading("%n")
                        .optionListHeading(command == run ? "" : "%n"));
        return lab;
    }

    @Override
    public Integer call() {
        commandLine().usage(out());
        return DONE;
    }

    private static String commandList(Help help) {
        StringBuilder list = new StringBuilder();
        GROUPS.keySet().stream().sorted().forEach(group -> {
            list.append(help.createHeading("%n%s%n", group.substring(2)));
            for (String name : GROUPS.get(group)) {
                Help command = help.subcommands().get(name);
                String example = command.commandSpec().usageMessage().footer()[0];
                list.append(help.createHeading("  @|bold %-9s|@ %s%n", name, description(command)));
                list.append(help.createHeading("            @|faint %s|@%n", example.strip()));
            }
        });
        return list.toString();
    }

    private static String description(Help command) {
        return command.commandSpec().usageMessage().header()[0];
    }

    private static int explainUsage(ParameterException e, String[] arguments) {
        CommandLine command = e.getCommandLine();
        PrintWriter err = command.getErr();
        boolean unknownCommand = e instanceof UnmatchedArgumentException
                && command.getParent() == null
                && !((UnmatchedArgumentException) e).getUnmatched().get(0).startsWith("-");
        if (unknownCommand) {
            String given = ((UnmatchedArgumentException) e).getUnmatched().get(0);
            err.println("lab: there is no command '" + given + "'; there are "
                    + String.join(", ", command.getSubcommands().keySet()));
        } else {
            err.println("lab: " + e.getMessage());
            err.println("     " + command.getCommandSpec().qualifiedName() + " --help tells what there is");
        }
        return USAGE;
    }

    /** The compiler's lines, then one sentence. */
    static int explain(DoesNotCompile e, PrintWriter err, int exitCode) {
        if (!e.lines().isEmpty()) {
            err.println(Printable.text(e.lines()));
        }
        return explain((Exception) e, err, exitCode);
    }

    /** What a message tells of may be somebody else's: a file, or what a node said. */
    static int explain(Exception e, PrintWriter err, int exitCode) {
        err.println("lab: " + Printable.text(Reason.of(e)));
        return exitCode;
    }

    private static int explainFailure(Exception e, CommandLine command, ParseResult result) throws Exception {
        if (e instanceof UsageException) {
            return explain(e, command.getErr(), USAGE);
        }
        if (e instanceof DoesNotCompile wrong) {
            return explain(wrong, command.getErr(), USAGE);
        }
        if (e instanceof NodeFailure failure) {
            return explain(e, command.getErr(), failure.isUsage() ? USAGE : FAILURE);
        }
        if (e instanceof IOException) {
            return explain(e, command.getErr(), FAILURE);
        }
        command.getErr().println("lab: this should not have happened:");
        e.printStackTrace(command.getErr());
        return FAILURE;
    }
}
