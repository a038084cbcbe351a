package kvlab.bench.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import kvlab.bench.wrk2.NothingAnsweredException;
import kvlab.cluster.CommandProgram;
import org.junit.jupiter.api.Test;

class WarmUpTest {

    private final List<Integer> slices = new ArrayList<>();

    @Test
    void endsWhenTheCompilersRestForTwoSlices() throws Exception {
        assertEquals("JIT compilation settled after 18 s", reached(60, 0.6, 0.2, 0.01, 0.05, 0.019, 0.001, 0.5));
        assertEquals(List.of(3, 3, 3, 3, 3, 3), slices);
    }

    @Test
    void givesUpWhenTheTimeIsOver() throws Exception {
        assertEquals("still compiling (5 %) after 8 s", reached(8, 0.6, 0.01, 0.05));
        assertEquals(List.of(3, 3, 2), slices);
    }

    @Test
    void oneQuietSliceInTheEndIsNotSettled() throws Exception {
        assertEquals(
                "not settled after 6 s: latency still changed, or compilation had just ended", reached(6, 0.6, 0.01));
    }

    @Test
    void takesAllTheTimeWhenNobodyKnows() throws Exception {
        assertEquals(
                "warmed up for 7 s; this system does not tell whether JIT compilation has settled",
                reached(7, Double.NaN, Double.NaN, Double.NaN));
    }

    @Test
    void goesOnWhileTheLatencyStillFalls() throws Exception {
        Iterator<Double> medians = List.of(9.0, 4.0, 1.1, 1.0, 1.0).iterator();
        WarmUp.Reached reached = atMost(60, slice -> new WarmUp.Seen(0.01, medians.next()));
        assertEquals(15, reached.seconds());
    }

    /** As close to the most that a server can do. */
    @Test
    void latencyThatNeverRestsIsNotBlamedOnTheCompilers() throws Exception {
        Iterator<Double> medians = List.of(9.0, 4.0).iterator();
        WarmUp.Reached reached = atMost(6, slice -> new WarmUp.Seen(0.0, medians.next()));
        assertEquals("not settled after 6 s: latency still changed, or compilation had just ended", reached.sentence());
    }

    /** A window in which a compiler is busy again is left out, so nobody has to wait for the last method. */
    @Test
    void beforeWindowsCompilersNeedNotRestAltogether() throws Exception {
        BenchPlan load = new BenchPlan(
                new CommandProgram("server {port}"),
                3,
                List.of(),
                8080,
                Duration.ZERO,
                null,
                Place.HERE,
                new Load(Op.PUT, 1000, 64, 2, 20, 1000, 64, 1, null, 60, null));
        assertEquals(6, seconds(load, true));
        assertEquals(60, seconds(load, false));
    }

    private static int seconds(BenchPlan plan, boolean windowsFollow) throws Exception {
        WarmUp warmUp = WarmUp.before(plan, 60, windowsFollow);
        warmUp.toTheEnd(slice -> new WarmUp.Seen(0.05, Double.NaN));
        return warmUp.reached().seconds();
    }

    @Test
    void waitsForTheFirstAnswerBeyondItsTime() throws Exception {
        Iterator<Boolean> answers = List.of(false, false, true).iterator();
        WarmUp.Reached reached = atMost(2, slice -> {
            slices.add(slice);
            return answered(answers.next());
        });
        assertEquals(List.of(2, 3, 3), slices);
        assertEquals("still compiling (60 %) after 8 s", reached.sentence());
    }

    @Test
    void givesUpWhenNobodyEverAnswers() {
        NothingAnsweredException e = assertThrows(
                NothingAnsweredException.class,
                () -> atMost(2, slice -> {
                    slices.add(slice);
                    return answered(false);
                }));
        assertEquals("not one request was answered; wrk2 printed: nothing", e.getMessage());
        assertEquals(62, slices.stream().mapToInt(slice -> slice).sum());
    }

    private static WarmUp.Seen answered(boolean any) throws IOException {
        if (!any) {
            throw new NothingAnsweredException("nothing");
        }
        return new WarmUp.Seen(0.6, Double.NaN);
    }

    private String reached(int seconds, double... shares) throws IOException, InterruptedException {
        Iterator<Double> next = Arrays.stream(shares).iterator();
        return atMost(seconds, slice -> {
                    slices.add(slice);
                    return new WarmUp.Seen(next.next(), Double.NaN);
                })
                .sentence();
    }

    private static WarmUp.Reached atMost(int seconds, WarmUp.Slice load) throws IOException, InterruptedException {
        WarmUp warmUp = new WarmUp(seconds, WarmUp.QUIET);
        warmUp.toTheEnd(load);
        return warmUp.reached();
    }
}
