package kvlab.grader;

import java.net.URI;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import kvlab.cluster.CommandProgram;
import kvlab.cluster.InProcess;
import kvlab.cluster.NodeProgram;
import kvlab.cluster.Printable;
import kvlab.cluster.StageProgram;
import kvlab.cluster.UsageException;

/**
 * What is graded: a program that the grader starts, or a node that runs already.
 *
 * @param stage whose rules hold, as {@code 1-single-node}
 * @param words how the command line names it, for the command that replays a failure
 * @param program null when the node runs already
 * @param url null when the grader starts it
 */
public record Subject(
        String stage, String words, NodeProgram program, URI url, List<String> settings, QuorumStyle quorumStyle) {

    private static final Pattern STAGE = Pattern.compile("([0-9]+)-.+");

    public Subject {
        settings = List.copyOf(settings);
    }

    public Subject(String stage, String words, NodeProgram program, URI url, List<String> settings) {
        this(stage, words, program, url, settings, QuorumStyle.REPLICAS);
    }

    /**
     * @param named the stage's name or the folder, as it was given
     * @param stage null when the program tells it
     */
    public static Subject program(String named, String stage, StageProgram program, List<String> settings)
            throws UsageException {
        String which = stage == null ? program.stage() : stage;
        if (!STAGE.matcher(which).matches()) {
            throw UsageException.of(
                    named + " does not say which stage it is; add it, as --stage 1-single-node, or name the folder so");
        }
        StringBuilder words = new StringBuilder(Printable.word(named));
        if (stage != null) {
            words.append(" --stage ").append(stage);
        }
        settings.forEach(setting -> words.append(" --set ").append(Printable.word(setting)));
        return new Subject(which, words.toString(), program.briefly(), null, settings);
    }

    public static Subject command(String stage, CommandProgram program) {
        return new Subject(
                stage,
                "--stage " + stage + " --command " + Printable.word(program.template()),
                program,
                null,
                List.of());
    }

    public static Subject running(String stage, String url) throws UsageException {
        Matcher form = Pattern.compile("http://[\\w.-]+:[0-9]{1,5}/?").matcher(url);
        if (!form.matches()
                || URI.create(url).getHost() == null
                || URI.create(url).getPort() > 65535) {
            throw UsageException.of("--url " + url + ": expected http://HOST:PORT");
        }
        return new Subject(stage, "--stage " + stage + " --url " + url, null, URI.create(url), List.of());
    }

    /** The same, in this JVM. */
    public Subject inProcess() {
        InProcess here = new InProcess((StageProgram) program);
        return new Subject(stage, words + " --in-process", here, null, settings, quorumStyle);
    }

    /** The same, which knows {@code ack=2&from=3} alone. */
    public Subject withAckFrom() {
        return new Subject(stage, words + " --quorum-style ack-from", program, url, settings, QuorumStyle.ACK_FROM);
    }

    boolean isInProcess() {
        return program != null && !program.isSeparate();
    }

    boolean isRunning() {
        return program == null;
    }

    int stageNumber() {
        Matcher matcher = STAGE.matcher(stage);
        return matcher.matches() ? Integer.parseInt(matcher.group(1)) : 1;
    }

    String replay(String id, Selection selection) {
        return "./lab grade " + words + " --only " + id + (selection.thorough() ? " --thorough" : "") + " --seed "
                + selection.seed();
    }
}
