package kvlab.bench;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import kvlab.bench.profile.Breakdown;
import kvlab.bench.profile.Profile;
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

    private static String text(Boolean kernelFrames) {
        Breakdown breakdown = new Breakdown("µs", 100, List.of(), List.of());
        String event = kernelFrames == null ? "alloc" : "cpu";
        Profile profile = new Profile(null, false, kernelFrames, List.of(), 9, 9, null, Map.of(event, breakdown));
        return ProfileText.of(profile, null);
    }
}
