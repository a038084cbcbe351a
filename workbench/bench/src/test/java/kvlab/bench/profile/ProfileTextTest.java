package kvlab.bench.profile;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProfileTextTest {

    private static final String NO_KERNEL = "without the kernel's functions, which this user may not see";

    @Test
    void withoutKernelFramesItIsTold() {
        assertTrue(text(false).contains(NO_KERNEL), text(false));
        assertFalse(text(true).contains(NO_KERNEL), text(true));
    }

    /** It records no stack in which they could be. */
    @Test
    void withoutCpuSamplesNobodyMissesThem() {
        assertFalse(text(null).contains(NO_KERNEL), text(null));
    }

    /** The profiler took 10 of the 100, and 250 were of the nodes. */
    @Test
    void timeThatNoSampleHasSeenIsPartOfAll() {
        Breakdown breakdown = new Breakdown("µs", 100, List.of(new Breakdown.Part("RocksDB", 1, 90)), List.of());
        Profile profile = new Profile(null, false, true, List.of(), 9, 9, 250.0, Map.of("cpu", breakdown));
        String text = ProfileText.of(profile, null);
        assertTrue(text.contains("\n  in no sample                     150.00\n"), text);
        assertTrue(text.contains("\n  all                              240.00\n"), text);
    }

    private static String text(Boolean kernelFrames) {
        Breakdown breakdown = new Breakdown("µs", 100, List.of(), List.of());
        String event = kernelFrames == null ? "alloc" : "cpu";
        Profile profile = new Profile(null, false, kernelFrames, List.of(), 9, 9, null, Map.of(event, breakdown));
        return ProfileText.of(profile, null);
    }
}
