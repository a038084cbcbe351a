package kvlab.grader;

import java.lang.reflect.Method;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;

/** Gives checks what they ask for as parameters, and holds them to their time. */
final class CheckExtension implements ExecutionCondition, ParameterResolver, InvocationInterceptor {

    /** Where in the launcher session's store the test stand is. */
    static final String STORE = "kvlab.grader";

    private static final Set<Class<?>> TYPES = Set.of(
            NodeClient.class, OwnNode.class, OwnCluster.class, PlacementProbe.class, Exchange.class, Sample.class);

    private static TestStand stand(ExtensionContext context) {
        return context.getStore(StoreScope.LAUNCHER_SESSION, Namespace.create(STORE))
                .computeIfAbsent(STORE, key -> TestStand.ofReference(), TestStand.class);
    }

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        TestStand stand = stand(context);
        if (stand.end() != null) {
            return ConditionEvaluationResult.disabled("the grade is over");
        }
        if (stand.subject().isRunning() && check(context).needsOwnNode()) {
            return ConditionEvaluationResult.disabled(
                    "needs a node that the grader starts and stops, and with --url it does neither");
        }
        Check declared = context.getRequiredTestMethod().getAnnotation(Check.class);
        if (stand.subject().isInProcess() && !declared.process().isEmpty()) {
            return ConditionEvaluationResult.disabled(
                    "this check " + declared.process() + ", which with --in-process cannot be");
        }
        for (String setting : declared.notWith()) {
            if (stand.subject().settings().contains(setting)) {
                return ConditionEvaluationResult.disabled("does not hold with --set " + setting);
            }
        }
        return ConditionEvaluationResult.enabled("");
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        return TYPES.contains(type);
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        TestStand stand = stand(context);
        Class<?> type = parameter.getParameter().getType();
        try {
            if (type == Sample.class) {
                return stand.sample(context.getRequiredTestMethod().getName());
            }
            if (type == Exchange.class) {
                return stand.firstAnswer();
            }
            if (type == OwnNode.class) {
                return stand.own();
            }
            if (type == OwnCluster.class) {
                return stand.cluster(GradedCheck.size(parameter.getParameter()));
            }
            return type == PlacementProbe.class ? stand.probe() : stand.client();
        } catch (NotGradable e) {
            throw new ParameterResolutionException(e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ParameterResolutionException("interrupted while a node started", e);
        }
    }

    @Override
    public void interceptTestMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        TestStand stand = stand(context);
        GradedCheck check = check(context);
        boolean failed = true;
        try {
            if (stand.subject().isInProcess()) {
                // Somebody may sit at a debugger.
                invocation.proceed();
            } else {
                runInTime(invocation, stand.seconds(check));
            }
            stand.expectWell(check);
            failed = false;
        } catch (CheckFailure e) {
            throw stand.explain(check, e);
        } finally {
            stand.endOfCheck(check, failed);
        }
    }

    static void runInTime(Invocation<Void> invocation, int seconds) throws Throwable {
        FutureTask<Void> task = new FutureTask<>(() -> {
            try {
                return invocation.proceed();
            } catch (Exception | Error e) {
                throw e;
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        });
        Thread thread = new Thread(task, "check");
        thread.setDaemon(true);
        thread.start();
        try {
            task.get(seconds, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw e.getCause();
        } catch (InterruptedException e) {
            thread.interrupt();
            throw e;
        } catch (TimeoutException e) {
            // What it waits for is a socket, which the end of the check closes, or a process.
            thread.interrupt();
            throw CheckFailure.of(
                    "this check is over within " + seconds + " s", "it was not; the node hangs or is slow");
        }
    }

    private static GradedCheck check(ExtensionContext context) {
        return GradedCheck.of(context.getRequiredTestMethod());
    }
}
