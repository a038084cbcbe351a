package kvlab.grader;

import java.lang.reflect.Method;
import java.util.Arrays;
import org.junit.jupiter.api.DisplayName;

/** All that a check says about itself. */
public record GradedCheck(
        String id, Rule rule, String name, int points, int seconds, String look, boolean optional, Method method) {

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
                method);
    }

    /** Whether the node has to be stopped, killed or wiped for it, or may not live through it. */
    boolean needsOwnNode() {
        return Arrays.asList(method.getParameterTypes()).contains(OwnNode.class);
    }
}
