package kvlab.stopwatch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Notes what each test class of a module costs, and how fast the machine was meanwhile, in the module's
 * {@code target/test-times.tsv}. JUnit finds this listener by itself.
 */
public final class ClassTimes implements TestExecutionListener {

    private static final long BETWEEN_LOOPS_NANOS = TimeUnit.SECONDS.toNanos(15);

    /** The grader runs its checks with JUnit too, inside a test. */
    private static final AtomicBoolean BUSY = new AtomicBoolean();

    private final Map<String, Cost> costs = new TreeMap<>();
    private final Map<String, Long> running = new HashMap<>();
    private final List<Loop> loops = new ArrayList<>();
    private boolean isOuter;
    private Jvms jvms;
    private double cpu;
    private long started;
    private long lastLoop;
    private TestPlan plan;

    @Override
    public synchronized void testPlanExecutionStarted(TestPlan toRun) {
        isOuter = BUSY.compareAndSet(false, true);
        if (isOuter) {
            plan = toRun;
            try {
                jvms = Jvms.watched();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            started = System.nanoTime();
            loop();
        }
    }

    @Override
    public void executionStarted(TestIdentifier test) {
        testClass(test).ifPresent(this::begin);
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        testClass(test).ifPresent(this::end);
    }

    private synchronized void begin(String name) {
        charge();
        running.put(name, System.nanoTime());
    }

    private synchronized void end(String name) {
        charge();
        add(name, new Cost((System.nanoTime() - running.remove(name)) / 1e9, 0, 0, 0));
        if (running.isEmpty() && System.nanoTime() - lastLoop > BETWEEN_LOOPS_NANOS) {
            loop();
        }
    }

    @Override
    public synchronized void testPlanExecutionFinished(TestPlan finished) {
        if (isOuter) {
            try {
                double wall = (System.nanoTime() - started) / 1e9;
                double inLoops = loops.stream().mapToDouble(Loop::wall).sum();
                new ModuleTimes(wall - inLoops, costs, loops).write(Path.of("target"));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } finally {
                BUSY.set(false);
            }
        }
    }

    /** The name of a top-level test class; empty for a test method, a nested class and an engine. */
    private synchronized Optional<String> testClass(TestIdentifier test) {
        if (!isOuter) {
            return Optional.empty();
        }
        boolean isTop = plan.getParent(test)
                .filter(parent -> parent.getParentId().isEmpty())
                .isPresent();
        return test.getSource()
                .filter(source -> isTop && source instanceof ClassSource)
                .map(source -> ((ClassSource) source).getClassName());
    }

    /** What has been used since the last call is shared among the classes that run. */
    private synchronized void charge() {
        double now = ProcessTree.cpuSeconds();
        Cost used = jvms.taken().plus(new Cost(0, Math.max(0, now - cpu), 0, 0));
        running.keySet().forEach(name -> add(name, used.dividedBy(running.size())));
        cpu = now;
    }

    private synchronized void add(String name, Cost cost) {
        costs.merge(name, cost, Cost::plus);
    }

    private synchronized void loop() {
        try {
            loops.add(Loop.run());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        lastLoop = System.nanoTime();
        cpu = ProcessTree.cpuSeconds();
    }
}
