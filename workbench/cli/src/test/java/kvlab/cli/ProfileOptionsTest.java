package kvlab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import kvlab.bench.experiment.ProfilePlan;
import kvlab.bench.profile.ProfileEvent;
import kvlab.cluster.UsageException;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class ProfileOptionsTest {

    @Test
    void threadsAreToldApartWhenThatIsAskedFor() throws UsageException {
        assertTrue(plan("--profile", "cpu", "--per-thread").perThread());
        assertFalse(plan("--profile", "cpu").perThread());
    }

    @Test
    void nothingIsProfiledUnasked() throws UsageException {
        assertNull(plan());
        assertEquals(
                Set.of(ProfileEvent.CPU, ProfileEvent.LOCK),
                plan("--profile", "lock,cpu").events());
    }

    private static ProfilePlan plan(String... words) throws UsageException {
        return CommandLine.populateCommand(new ProfileOptions(), words).plan();
    }
}
