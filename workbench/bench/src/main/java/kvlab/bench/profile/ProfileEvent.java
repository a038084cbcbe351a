package kvlab.bench.profile;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import kvlab.cluster.UsageException;
import one.convert.Arguments;

/** What a profile counts. */
public enum ProfileEvent {
    /** Where the processors' time goes: a sample for each millisecond that a thread ran. */
    CPU("cpu", "CPU", "CPU time", "ns", "µs", 1_000, 1_000_000, "event=cpu,interval=1ms"),
    /** What is allocated: a sample for each 256 KiB or so, which stands for all of them. */
    ALLOC("alloc", "alloc", "allocations", "bytes", "bytes", 1, 1, "alloc=256k"),
    /** How long threads waited for a lock that another one held, when it was more than 10 µs. */
    LOCK("lock", "lock", "waiting for locks", "ns", "µs", 1_000, 1, "lock=10us");

    private final String label;
    private final String title;
    private final String what;
    private final String countedIn;
    private final String unit;
    private final double countsInUnit;
    private final long countsInSample;
    private final String agentOption;

    ProfileEvent(
            String label,
            String title,
            String what,
            String countedIn,
            String unit,
            double countsInUnit,
            long countsInSample,
            String agentOption) {
        this.label = label;
        this.title = title;
        this.what = what;
        this.countedIn = countedIn;
        this.unit = unit;
        this.countsInUnit = countsInUnit;
        this.countsInSample = countsInSample;
        this.agentOption = agentOption;
    }

    /** @param names with commas between them */
    public static Set<ProfileEvent> all(String names) throws UsageException {
        Set<ProfileEvent> events = EnumSet.noneOf(ProfileEvent.class);
        for (String name : names.split(",", -1)) {
            events.add(of(name));
        }
        return events;
    }

    private static ProfileEvent of(String name) throws UsageException {
        return Arrays.stream(values())
                .filter(event -> event.label.equals(name))
                .findFirst()
                .orElseThrow(() -> UsageException.of("--profile " + name + ": expected one or more of "
                        + String.join(",", labels()) + ", with commas between them"));
    }

    private static List<String> labels() {
        return Arrays.stream(values()).map(ProfileEvent::label).toList();
    }

    /** As files and run.json have it. */
    public String label() {
        return label;
    }

    /** As tables have it. */
    public String title() {
        return title;
    }

    /** As sentences have it. */
    public String what() {
        return what;
    }

    /** What stacks and flame graphs count. */
    public String counts() {
        return what + " in " + countedIn;
    }

    /** In which figures are told. */
    public String unit() {
        return unit;
    }

    /** What stacks are counted in, nanoseconds or bytes, in the unit of figures. */
    double inUnit(double count) {
        return count / countsInUnit;
    }

    long countsInSample() {
        return countsInSample;
    }

    static String agentOptions(Set<ProfileEvent> events) {
        return events.stream().map(event -> event.agentOption).collect(Collectors.joining(","));
    }

    /** To the converter, which calls them the same. */
    void select(Arguments arguments) {
        arguments.cpu = this == CPU;
        arguments.alloc = this == ALLOC;
        arguments.lock = this == LOCK;
    }
}
