package kvlab.bench.reference;

import java.util.ArrayList;
import java.util.List;
import kvlab.bench.experiment.ComparePlan;
import kvlab.bench.load.Load;
import kvlab.bench.load.Op;

/**
 * A lab of the course: a question, and the measurements that answer it.
 *
 * @param id a folder of profiles/reference
 */
public record ReferenceLab(String id, String question, List<Measurement> measurements) {

    /**
     * A comparison; or a knee, when there is one side.
     *
     * @param name within its lab
     * @param lives how often all sides are started anew, at most
     * @param windows of each side in a life, at most
     * @param profiled whether the last run of each side is profiled
     * @param same the part by which two may differ and still are the same
     */
    public record Measurement(
            String name,
            Op op,
            int connections,
            int lives,
            int windows,
            boolean profiled,
            double same,
            List<Side> sides) {

        boolean isKnee() {
            return sides.size() == 1;
        }

        /** What is measured, for people. */
        String words() {
            boolean oneRate = sides.stream().map(Side::rate).distinct().count() == 1;
            List<String> names = new ArrayList<>();
            for (Side side : sides) {
                names.add(side.words()
                        + (side.nodes == null ? "" : ", " + side.nodes + " nodes")
                        + (oneRate ? "" : ", " + side.rate + "/s"));
            }
            boolean highest = sides.get(0).rate == Load.CLOSED_LOOP;
            String all = highest ? " at the highest rate" : " at " + sides.get(0).rate + "/s";
            String rate = isKnee() ? " up to the knee" : oneRate ? all : "";
            return op.label() + rate + ", " + connections + " connections"
                    + (profiled ? ", profiled" : "")
                    + (same == ComparePlan.USUAL_SAME ? "" : ", same within " + Math.round(100 * same) + " %")
                    + ": "
                    + String.join(" · ", names);
        }

        Measurement withProfiles() {
            return new Measurement(name, op, connections, lives, windows, true, same, sides);
        }

        /** For a difference that shows in one life. */
        Measurement once() {
            return new Measurement(name, op, connections, 1, windows, profiled, same, sides);
        }
    }

    /**
     * What is measured at which rate.
     *
     * @param name as the comparison calls it
     * @param nodes null for as many as the stage usually has
     * @param jdk a feature version; null for the JVM that the kit runs on
     * @param rate of a knee, where the search would begin if it were told to
     */
    public record Side(String name, String stage, Integer nodes, List<String> settings, String jdk, int rate) {

        /** Its name and whatever is set that the name does not tell, so that two clients are not taken for one. */
        private String words() {
            List<String> untold = settings.stream()
                    .filter(setting -> !("=" + setting).endsWith("=" + name))
                    .toList();
            return untold.isEmpty() ? name : name + " with " + String.join(", ", untold);
        }
    }

    /** As ./lab show takes it. */
    String id(Measurement measurement) {
        return id + "/" + measurement.name;
    }
}
