package kvlab.bench.experiment;

import java.util.Set;
import kvlab.bench.profile.ProfileEvent;

/**
 * What a profile shall show.
 *
 * @param perThread whether each thread is told apart from others of its kind
 */
public record ProfilePlan(Set<ProfileEvent> events, boolean perThread) {}
