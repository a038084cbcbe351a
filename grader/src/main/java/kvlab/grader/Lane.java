package kvlab.grader;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import kvlab.grader.history.Evidence;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.engine.JupiterTestEngine;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.engine.support.store.Namespace;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Checks that run one after another, on nodes that no other lane has. */
final class Lane implements Callable<Map<String, CheckResult>> {

    private final Subject subject;
    private final Selection selection;
    private final Path scratch;
    private final AtomicReference<Exception> end;
    private final Grader.InOrder inOrder;

    /** @param end why there is no grade, once that is known in any lane */
    Lane(Subject subject, Selection selection, Path scratch, AtomicReference<Exception> end, Grader.InOrder inOrder) {
        this.subject = subject;
        this.selection = selection;
        this.scratch = scratch;
        this.end = end;
        this.inOrder = inOrder;
    }

    /** Returns what became of each check, by its id. */
    @Override
    public Map<String, CheckResult> call() {
        LauncherConfig config = LauncherConfig.builder()
                .enableTestEngineAutoRegistration(false)
                .enableLauncherSessionListenerAutoRegistration(false)
                .enableLauncherDiscoveryListenerAutoRegistration(false)
                .enableTestExecutionListenerAutoRegistration(false)
                .enablePostDiscoveryFilterAutoRegistration(false)
                .addTestEngines(new JupiterTestEngine())
                .build();
        try (TestStand stand = new TestStand(subject, selection, scratch, end);
                LauncherSession session = LauncherFactory.openSession(config)) {
            session.getStore().put(Namespace.create(CheckExtension.STORE), CheckExtension.STORE, stand);
            Results results = new Results(stand);
            for (GradedCheck check : selection.checks()) {
                if (!inOrder.goesOn()) {
                    break;
                }
                if (inOrder.isWaiting(selection.open().get(check.id()))) {
                    inOrder.skips();
                    stand.endOfCheck(check, false);
                    results.add(check, Outcome.OPEN, "", 0, null);
                    continue;
                }
                session.getLauncher().execute(request(check), results);
                if (!results.all.containsKey(check.id())) {
                    throw new IllegalStateException(check.id() + " was not run");
                }
            }
            return results.all;
        }
    }

    /** For one alone: JUnit runs those of a class together, and the order is the selection's. */
    private static LauncherDiscoveryRequest request(GradedCheck check) {
        return LauncherDiscoveryRequestBuilder.request()
                .selectors(DiscoverySelectors.selectMethod(check.method().getDeclaringClass(), check.method()))
                .enableImplicitConfigurationParameters(false)
                .build();
    }

    /** Hears from JUnit what became of each check. */
    private final class Results implements TestExecutionListener {

        private final TestStand stand;
        private final Map<String, CheckResult> all = new HashMap<>();
        private long started;

        Results(TestStand stand) {
            this.stand = stand;
        }

        @Override
        public void executionStarted(TestIdentifier test) {
            if (test.isTest()) {
                started = System.nanoTime();
                inOrder.starts(check(test));
            }
        }

        @Override
        public void executionSkipped(TestIdentifier test, String reason) {
            if (test.isTest()) {
                inOrder.skips();
                add(check(test), Outcome.SKIPPED, reason, 0, null);
            }
        }

        @Override
        public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            if (!test.isTest()) {
                return;
            }
            GradedCheck check = check(test);
            double seconds = (System.nanoTime() - started) / (double) TimeUnit.SECONDS.toNanos(1);
            Throwable thrown = result.getThrowable().map(Results::reason).orElse(null);
            switch (result.getStatus()) {
                case SUCCESSFUL -> add(check, Outcome.PASS, "", seconds, null);
                case ABORTED -> add(check, Outcome.INCONCLUSIVE, message(result), seconds, null);
                default -> {
                    if (thrown instanceof CheckFailure failure) {
                        String replay = stand.subject().replay(check.id(), selection);
                        add(check, Outcome.FAIL, failure.lines(check, replay), seconds, failure.evidence());
                    } else {
                        add(check, Outcome.INCONCLUSIVE, "the check itself failed: " + thrown, seconds, null);
                    }
                }
            }
        }

        /** JUnit wraps a CheckFailure that is thrown while a cluster is repaired for the next check. */
        private static Throwable reason(Throwable thrown) {
            return thrown instanceof ParameterResolutionException && thrown.getCause() instanceof CheckFailure
                    ? thrown.getCause()
                    : thrown;
        }

        private static String message(TestExecutionResult result) {
            return result.getThrowable().map(Throwable::getMessage).orElse("");
        }

        /**
         * A check that fails because a node reached an open exercise reports only that. The other checks of its step would do the
         * same and are not run.
         */
        private void add(GradedCheck check, Outcome outcome, String message, double seconds, Evidence evidence) {
            Selection.Waiting waiting = selection.open().get(check.id());
            List<String> said = stand.log().take();
            boolean isOpen = outcome == Outcome.OPEN
                    || outcome == Outcome.FAIL && waiting != null && waiting.isShownBy(message + said);
            if (isOpen) {
                inOrder.waits(waiting);
            }
            CheckResult result = isOpen
                    ? new CheckResult(check, Outcome.OPEN, waiting.exercise(), seconds, List.of(), null)
                    : new CheckResult(check, outcome, message, seconds, said, evidence);
            all.put(check.id(), result);
            inOrder.ends(result);
        }

        private GradedCheck check(TestIdentifier test) {
            MethodSource source = (MethodSource) test.getSource().orElseThrow();
            return selection.checks().stream()
                    .filter(check -> check.method().equals(source.getJavaMethod()))
                    .findFirst()
                    .orElseThrow();
        }
    }
}
