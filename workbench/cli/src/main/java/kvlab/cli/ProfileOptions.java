package kvlab.cli;

import kvlab.bench.experiment.ProfilePlan;
import kvlab.bench.profile.ProfileEvent;
import kvlab.cluster.UsageException;
import picocli.CommandLine.Option;

/** What is recorded when latencies have been measured. */
final class ProfileOptions {

    @Option(
            names = "--profile",
            paramLabel = "EVENTS",
            description = "Then load again and profile: cpu, alloc, lock, as cpu,alloc.")
    private String profile;

    @Option(names = "--per-thread", description = "In the profile, tell each thread apart.")
    private boolean perThread;

    /** Null when none is wanted. */
    ProfilePlan plan() throws UsageException {
        if (profile == null && perThread) {
            throw UsageException.of("--per-thread is for a profile; give --profile too");
        }
        return profile == null ? null : new ProfilePlan(ProfileEvent.all(profile), perThread);
    }
}
