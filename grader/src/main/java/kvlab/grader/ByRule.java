package kvlab.grader;

import java.util.Comparator;
import org.junit.jupiter.api.MethodDescriptor;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.MethodOrdererContext;

/** Checks run in the order of the rules. */
final class ByRule implements MethodOrderer {

    @Override
    public void orderMethods(MethodOrdererContext context) {
        context.getMethodDescriptors()
                .sort(Comparator.comparing((MethodDescriptor method) ->
                                GradedCheck.of(method.getMethod()).rule())
                        .thenComparing(method -> method.getMethod().getName()));
    }
}
