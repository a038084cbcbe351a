package kvlab.replication;

import java.util.List;
import kvlab.node.Exercise;

/** Makes one answer of those that replicas gave. Two writes never have the same version, so nothing else has to decide. */
public final class NewestWins {

    private NewestWins() {}

    @Exercise(value = "Choose the newest; a tombstone counts like a value", rule = "R6")
    public static VersionedValue of(List<VersionedValue> answers) {
        VersionedValue newest = VersionedValue.ABSENT;
        for (VersionedValue answer : answers) {
            if (answer.version() > newest.version()) {
                newest = answer;
            }
        }
        return newest;
    }
}
