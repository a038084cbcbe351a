package kvlab.bench.profile;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import kvlab.bench.profile.Breakdown.Part;
import kvlab.bench.text.Sheet;

/** A profile for people, in 80 columns: what its categories take, one event beside the other, and the frames of each. */
public final class ProfileText {

    private static final int NAME_WIDTH = 54;

    /** It takes more than a profiler should. */
    private static final double DISTORTED = 1.25;

    private final StringBuilder text = new StringBuilder();
    private final Map<ProfileEvent, Breakdown> events = new TreeMap<>();

    private ProfileText(Profile profile) {
        for (ProfileEvent event : ProfileEvent.values()) {
            Breakdown breakdown = profile.events().get(event.label());
            if (breakdown != null) {
                events.put(event, breakdown);
            }
        }
    }

    /** @param micros CPU time of a request without the profiler; null where the system does not tell */
    public static String of(Profile profile, Double micros) {
        ProfileText text = new ProfileText(profile);
        text.head(profile);
        text.distortion(profile, micros);
        if (!text.events.isEmpty()) {
            text.categories(profile);
            text.events.forEach(text::top);
        }
        return text.text.toString();
    }

    private void head(Profile profile) {
        for (int port : profile.notJvms()) {
            add("  node %d is no JVM that can be profiled", port);
        }
        if (events.isEmpty()) {
            return;
        }
        add("  profiled  %10.0f /s, by a second load of %d requests", profile.requestsPerSecond(), profile.requests());
        if (profile.nodeCpuMicros() != null) {
            add("            %10.1f µs of CPU a request, the profiler's own work included", profile.nodeCpuMicros());
        }
        if (Boolean.FALSE.equals(profile.kernelFrames())) {
            add("            without the kernel's functions, which this user may not see");
        }
    }

    private void distortion(Profile profile, Double micros) {
        if (micros != null && profile.nodeCpuMicros() != null && profile.nodeCpuMicros() > DISTORTED * micros) {
            double times = profile.nodeCpuMicros() / micros;
            add("            which is %.1f times as much as without it: trust shares more", times);
        }
    }

    private void categories(Profile profile) {
        add("");
        StringBuilder titles = new StringBuilder(String.format("  %-20s", ""));
        StringBuilder units = new StringBuilder(String.format("  %-20s", "of a request"));
        for (ProfileEvent event : events.keySet()) {
            titles.append(String.format(" %18s", event.title()));
            units.append(String.format(" %8s %9s", "share", event.unit()));
        }
        add("%s", titles);
        add("%s", units);
        for (String name : names()) {
            StringBuilder row = new StringBuilder(String.format("  %-20s", name));
            events.values().forEach(breakdown -> row.append(cells(breakdown, name)));
            add("%s", row.toString().stripTrailing());
        }
        if (profile.unseenMicros() != null) {
            // CPU time is the first column.
            add("  %-20s %8s %9s", Profile.UNSEEN, "", Sheet.number(profile.unseenMicros()));
        }
        StringBuilder all = new StringBuilder(String.format("  %-20s", "all"));
        events.keySet().forEach(each -> all.append(String.format(" %8s %9s", "", Sheet.number(profile.all(each)))));
        add("%s", all);
    }

    /** Those that any event has, the largest of the first event first. */
    private List<String> names() {
        List<Breakdown> all = List.copyOf(events.values());
        return all.stream()
                .flatMap(each -> each.categories().stream().map(Part::name))
                .distinct()
                .sorted(Comparator.comparingDouble(name -> -share(all.get(0), name)))
                .toList();
    }

    private static double share(Breakdown breakdown, String name) {
        return part(breakdown, name).share();
    }

    private static Part part(Breakdown breakdown, String name) {
        return breakdown.categories().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElse(new Part(name, 0, 0));
    }

    private static String cells(Breakdown breakdown, String name) {
        Part part = part(breakdown, name);
        return part.share() == 0
                ? String.format(" %8s %9s", "-", "-")
                : String.format(" %8s %9s", Sheet.percent(part.share()), Sheet.number(part.perRequest()));
    }

    private void top(ProfileEvent event, Breakdown breakdown) {
        add("");
        add("  %-" + NAME_WIDTH + "s %8s %9s", "most " + event.what(), "share", event.unit());
        for (Part part : breakdown.top()) {
            String name = shortened(part.name(), NAME_WIDTH);
            add("  %-" + NAME_WIDTH + "s %8s %9s", name, Sheet.percent(part.share()), Sheet.number(part.perRequest()));
        }
    }

    /** Of a long name both ends tell more than its middle. */
    public static String shortened(String name, int width) {
        if (name.length() <= width) {
            return name;
        }
        int end = (width - 1) * 2 / 3;
        return name.substring(0, width - 1 - end) + "…" + name.substring(name.length() - end);
    }

    private void add(String line, Object... figures) {
        text.append(String.format(Locale.ROOT, line, figures)).append('\n');
    }
}
