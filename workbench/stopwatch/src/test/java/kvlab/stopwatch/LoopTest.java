package kvlab.stopwatch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class LoopTest {

    @Test
    void theLoopTakesTime() throws Exception {
        Loop loop = Loop.run();
        assertTrue(loop.wall() > 0 && loop.cpu() > 0, loop.toString());
    }

    @Test
    void twoLoopsInTheMiddleAreAveraged() {
        List<Loop> loops = List.of(new Loop(4, 1), new Loop(1, 1), new Loop(2, 1), new Loop(9, 1));
        assertEquals(3, ModuleTimes.median(loops, Loop::wall));
    }

    @Test
    void oneSlowLoopDoesNotCount() {
        List<Loop> loops = List.of(new Loop(9, 9), new Loop(0.2, 0.1), new Loop(0.1, 0.2));
        assertEquals(0.2, ModuleTimes.median(loops, Loop::wall));
        assertEquals(0.2, ModuleTimes.median(loops, Loop::cpu));
    }
}
