package kvlab.grader;

import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.DisplayName;

/**
 * All that a check says about itself.
 *
 * @param points among the checks of the rules that are as old as its own, until a stage shares out its hundred
 * @param exercise what is probably wrong if it fails; empty if unknown
 * @param row of the table of exercises; checks of one row are about one mistake
 * @param order reports show a lower one first
 */
public record GradedCheck(
        String id,
        Rule rule,
        String name,
        double points,
        int seconds,
        String look,
        boolean optional,
        Method method,
        String exercise,
        int row,
        int order) {

    static GradedCheck of(Method method) {
        Check check = method.getAnnotation(Check.class);
        return new GradedCheck(
                method.getName(),
                check.rule(),
                method.getAnnotation(DisplayName.class).value(),
                check.points(),
                check.seconds(),
                check.look(),
                check.optional(),
                method,
                "",
                0,
                Integer.MAX_VALUE);
    }

    /** The exercise, and what to look at. */
    public String clue() {
        return exercise.isEmpty() ? look : exercise + "; " + look;
    }

    /** What a server has to be for it, in words: an empty list for whatever answers. */
    public List<String> needs() {
        Check check = method.getAnnotation(Check.class);
        List<String> needs = new ArrayList<>();
        if (needsOwnNode()) {
            needs.add("starts nodes of its own");
        }
        if (needsProcess()) {
            needs.add(check.process());
        }
        if (check.notWith().length > 0) {
            needs.add("does not hold with " + String.join(" or ", check.notWith()));
        }
        return needs;
    }

    /** Whether the check does something that needs a process of its own, such as SIGSTOP. */
    public boolean needsProcess() {
        return !method.getAnnotation(Check.class).process().isEmpty();
    }

    /** Whether it runs after all others, because any mistake can fail it. */
    public boolean isLast() {
        return method.getAnnotation(Check.class).last();
    }

    GradedCheck worth(double other) {
        return new GradedCheck(id, rule, name, other, seconds, look, optional, method, exercise, row, order);
    }

    GradedCheck about(String itsExercise, int itsRow, int place) {
        return new GradedCheck(id, rule, name, points, seconds, look, optional, method, itsExercise, itsRow, place);
    }

    boolean needsSharedNode() {
        return Arrays.stream(method.getParameterTypes())
                .anyMatch(type -> type == NodeClient.class || type == Exchange.class);
    }

    /** How many nodes its own cluster has; empty when it asks for none. */
    OptionalInt clusterSize() {
        return Arrays.stream(method.getParameters())
                .filter(parameter -> parameter.getType() == OwnCluster.class)
                .mapToInt(GradedCheck::size)
                .findFirst();
    }

    static int size(Parameter cluster) {
        Nodes nodes = cluster.getAnnotation(Nodes.class);
        return nodes == null ? Nodes.USUAL : nodes.value();
    }

    /** Whether what it asks for takes long, and can be found out meanwhile. */
    boolean looksAhead() {
        return Arrays.stream(method.getParameters()).anyMatch(parameter -> parameter.isAnnotationPresent(Ahead.class));
    }

    /** Whether the check has a single node of its own in its hands. */
    boolean disturbsOwnNode() {
        return Arrays.asList(method.getParameterTypes()).contains(OwnNode.class);
    }

    /** Whether the node has to be stopped, killed or wiped for it, or may not live through it. */
    boolean needsOwnNode() {
        return Arrays.stream(method.getParameterTypes())
                .anyMatch(type -> type == OwnNode.class || type == OwnCluster.class || type == PlacementProbe.class);
    }
}
