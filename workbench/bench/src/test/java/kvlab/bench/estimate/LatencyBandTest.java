package kvlab.bench.estimate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import kvlab.bench.kept.MadeRun;
import kvlab.bench.load.LoadWindow;
import org.junit.jupiter.api.Test;

class LatencyBandTest {

    private static final List<LoadWindow> ALIKE = MadeRun.GOOD.inWindows().windows();

    @Test
    void windowsThatAreAlikeHaveANarrowBandAroundTheirCurve() {
        for (LatencyBand each : LatencyBand.of(ALIKE)) {
            double millis = LoadWindow.sum(ALIKE).getValueAtPercentile(100 * each.part()) / 1000.0;
            assertEquals(each.lowMillis(), each.highMillis(), each.toString());
            assertEquals(1, each.lowMillis() / millis, 0.1, each.toString());
        }
    }

    @Test
    void aSlowWindowWidensItAtTheTail() {
        List<LoadWindow> windows = new ArrayList<>(ALIKE);
        windows.set(0, MadeRun.GOOD.times(20).inWindows().windows().get(0));
        List<LatencyBand> band = LatencyBand.of(windows);
        LatencyBand tail = band.get(20);
        assertEquals(0.99, tail.part(), 1e-9);
        assertTrue(tail.highMillis() > 3 * tail.lowMillis(), tail.toString());
    }

    /** 8 windows of 15,000 requests have 12 beyond 99.99 %. */
    @Test
    void endsWhereTooFewRequestsAreLeft() {
        List<LatencyBand> band = LatencyBand.of(ALIKE);
        assertEquals(0.9999, band.get(40).part(), 1e-9);
        assertEquals(41, band.size());
        assertTrue(LatencyBand.of(Collections.nCopies(2, ALIKE.get(0))).size() < band.size());
    }
}
