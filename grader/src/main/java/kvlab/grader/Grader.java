package kvlab.grader;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import kvlab.cluster.UsageException;
import kvlab.grader.history.Evidence;
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

/**
 * One grader for every stage and for servers in any language. It knows a node's command line and HTTP, and nothing of
 * what is behind them: the checks are JUnit tests against processes that are really stopped and killed. What cannot be
 * decided is never a pass.
 */
public final class Grader {

    private final Path scratch;

    /** @param scratch a folder for the nodes' data, which is removed in the end */
    public Grader(Path scratch) {
        this.scratch = scratch;
    }

    public Grade grade(Subject subject, Selection selection, Progress progress) throws NotGradable, UsageException {
        try {
            Grade grade = graded(subject, selection, progress);
            if (!isGoingDown()) {
                return grade;
            }
        } catch (NotGradable | UsageException | RuntimeException e) {
            if (!isGoingDown()) {
                throw e;
            }
        }
        throw new NotGradable("the grade was interrupted, and decides nothing", List.of());
    }

    /** On Ctrl-C nodes end before the checks that use them, and what those then see is not the nodes' doing. */
    private static boolean isGoingDown() {
        Thread hook = new Thread(() -> {}, "probe");
        try {
            Runtime.getRuntime().addShutdownHook(hook);
            Runtime.getRuntime().removeShutdownHook(hook);
            return false;
        } catch (IllegalStateException e) {
            return true;
        }
    }

    private Grade graded(Subject subject, Selection selection, Progress progress) throws NotGradable, UsageException {
        LauncherConfig config = LauncherConfig.builder()
                .enableTestEngineAutoRegistration(false)
                .enableLauncherSessionListenerAutoRegistration(false)
                .enableLauncherDiscoveryListenerAutoRegistration(false)
                .enableTestExecutionListenerAutoRegistration(false)
                .enablePostDiscoveryFilterAutoRegistration(false)
                .addTestEngines(new JupiterTestEngine())
                .build();
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(selection.checks().stream()
                        .map(check ->
                                DiscoverySelectors.selectMethod(check.method().getDeclaringClass(), check.method()))
                        .toList())
                .enableImplicitConfigurationParameters(false)
                .build();
        try (TestStand stand = new TestStand(subject, selection, scratch);
                LauncherSession session = LauncherFactory.openSession(config)) {
            session.getStore().put(Namespace.create(CheckExtension.STORE), CheckExtension.STORE, stand);
            Results results = new Results(stand, selection, progress);
            session.getLauncher().execute(request, results);
            progress.done();
            if (stand.end() instanceof NotGradable e) {
                throw e;
            }
            if (stand.end() instanceof UsageException e) {
                throw e;
            }
            return new Grade(subject.stage(), selection.seed(), results.inOrder());
        }
    }

    /** Hears from JUnit what became of each check. */
    private static final class Results implements TestExecutionListener {

        private final TestStand stand;
        private final Selection selection;
        private final Progress progress;
        private final Map<String, CheckResult> results = new HashMap<>();
        private int number;
        private long started;

        Results(TestStand stand, Selection selection, Progress progress) {
            this.stand = stand;
            this.selection = selection;
            this.progress = progress;
        }

        List<CheckResult> inOrder() {
            List<CheckResult> all = new ArrayList<>();
            for (GradedCheck check : selection.checks()) {
                CheckResult result = results.get(check.id());
                if (result == null) {
                    throw new IllegalStateException("the check " + check.id() + " was not run");
                }
                all.add(result);
            }
            return all;
        }

        @Override
        public void executionStarted(TestIdentifier test) {
            if (test.isTest()) {
                started = System.nanoTime();
                progress.starts(check(test), ++number, selection.checks().size());
            }
        }

        @Override
        public void executionSkipped(TestIdentifier test, String reason) {
            if (test.isTest()) {
                number++;
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
            Throwable thrown = result.getThrowable().orElse(null);
            switch (result.getStatus()) {
                case SUCCESSFUL -> add(check, Outcome.PASS, "", seconds, null);
                case ABORTED -> add(check, Outcome.INCONCLUSIVE, message(result), seconds, null);
                default -> {
                    if (thrown instanceof CheckFailure failure) {
                        String replay = stand.subject().replay(check.id(), selection.seed());
                        add(check, Outcome.FAIL, failure.lines(check, replay), seconds, failure.evidence());
                    } else {
                        add(check, Outcome.INCONCLUSIVE, "the check itself failed: " + thrown, seconds, null);
                    }
                }
            }
        }

        private static String message(TestExecutionResult result) {
            return result.getThrowable().map(Throwable::getMessage).orElse("");
        }

        private void add(GradedCheck check, Outcome outcome, String message, double seconds, Evidence evidence) {
            results.put(
                    check.id(),
                    new CheckResult(
                            check, outcome, message, seconds, stand.log().take(), evidence));
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
