package kvlab.grader.requests;

import java.util.ArrayList;
import java.util.List;

/**
 * Shortens a story that fails, as delta debugging does. It leaves out halves, then smaller parts, as long as the story still
 * fails. Then it makes each step that is left as simple as it can.
 */
public final class Fewest {

    private Fewest() {}

    /** Plays a story again. */
    public interface Trial {
        boolean fails(List<Step> story) throws InterruptedException;
    }

    /**
     * @param trial tells whether a story still fails
     * @param tries how often at most
     */
    public static List<Step> of(List<Step> story, Trial trial, int tries) throws InterruptedException {
        List<Step> left = story;
        int tried = 0;
        for (int part = Math.max(1, left.size() / 2); part >= 1; part /= 2) {
            boolean again = true;
            while (again) {
                again = false;
                for (int at = 0; at < left.size() && tried < tries; ) {
                    List<Step> less = new ArrayList<>(left.subList(0, at));
                    less.addAll(left.subList(Math.min(left.size(), at + part), left.size()));
                    tried++;
                    if (!less.isEmpty() && trial.fails(less)) {
                        left = less;
                        again = part == 1;
                    } else {
                        at += part;
                    }
                }
            }
        }
        for (int at = 0; at < left.size(); at++) {
            for (boolean again = true; again; ) {
                again = false;
                for (Step simpler : left.get(at).simpler()) {
                    List<Step> other = new ArrayList<>(left);
                    other.set(at, simpler);
                    if (!again && tried++ < tries && trial.fails(other)) {
                        left = other;
                        again = true;
                    }
                }
            }
        }
        return left;
    }
}
