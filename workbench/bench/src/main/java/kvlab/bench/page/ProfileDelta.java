package kvlab.bench.page;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import kvlab.bench.kept.Conditions;
import kvlab.bench.kept.RunFolder;
import kvlab.bench.kept.Side;
import kvlab.bench.profile.Breakdown;
import kvlab.bench.profile.FlameGraphs;
import kvlab.bench.profile.Profile;
import kvlab.bench.profile.ProfileEvent;
import kvlab.bench.profile.ProfileText;
import kvlab.bench.profile.Stacks;
import kvlab.bench.text.Sheet;
import kvlab.cluster.UsageException;

/**
 * What a request costs in one run and in another, and where the difference lies. Two profiles cannot be laid beside each
 * other as they are: one had more requests, or lasted longer. So all figures are those of one request. Of another rate they
 * would be no less misleading: the more requests come at once, the less work each is, as one system call serves many.
 *
 * @param a the first run's ID
 * @param b the second one's
 * @param events that both runs recorded
 */
public record ProfileDelta(String a, String b, List<EventDelta> events) {

    private static final int TOP = 15;
    private static final int NAME_WIDTH = 42;

    /** One of them; the parts that moved most come first. */
    public record EventDelta(ProfileEvent event, Moved all, List<Moved> categories, List<Moved> frames) {}

    /** Something that one request takes, in the unit of its event. */
    public record Moved(String name, double before, double after) {

        public double difference() {
            return after - before;
        }
    }

    /** A run with a profile. */
    private record Side(RunFolder folder, Profile profile, Conditions conditions) {

        private static Side of(RunFolder folder) throws IOException, UsageException {
            return new Side(folder, folder.profile(), Conditions.of(folder.read()));
        }

        private Stacks stacks(ProfileEvent event) throws IOException {
            Path file = folder.path().resolve(Profile.stacksFile(event));
            if (!Files.isRegularFile(file)) {
                throw new IOException(
                        file + " is missing: without it the profile of run " + folder.id() + " cannot be compared");
            }
            return Stacks.read(file);
        }
    }

    /** Two that can be compared. */
    private record Pair(Side a, Side b) {

        private static Pair of(RunFolder first, RunFolder second) throws IOException, UsageException {
            Pair pair = new Pair(Side.of(first), Side.of(second));
            String ids = "runs " + first.id() + " and " + second.id();
            if (pair.events().isEmpty()) {
                throw UsageException.of(ids + " recorded no event that is the same: "
                        + pair.a.profile.events().keySet() + " and "
                        + pair.b.profile.events().keySet());
            }
            Optional<String> difference = pair.a.conditions.differenceOfRequests(pair.b.conditions);
            if (difference.isPresent()) {
                throw UsageException.of(ids + " cannot be compared: " + difference.get());
            }
            if (pair.differ(Profile::perThread)) {
                throw UsageException.of(ids + " cannot be compared: one was recorded with --per-thread");
            }
            if (pair.events().contains(ProfileEvent.CPU) && pair.differ(Profile::kernelFrames)) {
                throw UsageException.of(ids + " cannot be compared: only one shows the kernel's functions");
            }
            return pair;
        }

        private boolean differ(Function<Profile, Boolean> property) {
            return !property.apply(a.profile).equals(property.apply(b.profile));
        }

        private List<ProfileEvent> events() {
            return List.of(ProfileEvent.values()).stream()
                    .filter(event -> a.profile.events().containsKey(event.label()))
                    .filter(event -> b.profile.events().containsKey(event.label()))
                    .toList();
        }
    }

    /** Whatever speaks against it is told in one sentence. */
    public static ProfileDelta of(RunFolder a, RunFolder b) throws IOException, UsageException {
        Pair pair = Pair.of(a, b);
        List<EventDelta> events = new ArrayList<>();
        for (ProfileEvent event : pair.events()) {
            events.add(delta(event, pair));
        }
        return new ProfileDelta(a.id(), b.id(), events);
    }

    private static EventDelta delta(ProfileEvent event, Pair pair) throws IOException {
        long before = pair.a.profile.requests();
        long after = pair.b.profile.requests();
        Stacks a = pair.a.stacks(event);
        Stacks b = pair.b.stacks(event);
        List<Moved> categories = moved(
                withUnseen(event, pair.a.profile, Breakdown.categories(event, a, before)),
                withUnseen(event, pair.b.profile, Breakdown.categories(event, b, after)));
        List<Moved> frames = moved(Breakdown.frames(event, a, before), Breakdown.frames(event, b, after));
        return new EventDelta(
                event, sum(categories), categories, frames.stream().limit(TOP).toList());
    }

    /** The rows then add up to the CPU time of the nodes without the profiler's. */
    private static Map<String, Double> withUnseen(ProfileEvent event, Profile profile, Map<String, Double> categories) {
        if (event == ProfileEvent.CPU && profile.unseenMicros() != null) {
            categories.put(Profile.UNSEEN, profile.unseenMicros());
        }
        return categories;
    }

    private static List<Moved> moved(Map<String, Double> before, Map<String, Double> after) {
        TreeSet<String> names = new TreeSet<>(before.keySet());
        names.addAll(after.keySet());
        return names.stream()
                .map(name -> new Moved(name, before.getOrDefault(name, 0.0), after.getOrDefault(name, 0.0)))
                .sorted(Comparator.comparingDouble((Moved each) -> Math.abs(each.difference()))
                        .reversed())
                .toList();
    }

    private static Moved sum(List<Moved> parts) {
        return new Moved(
                "all",
                parts.stream().mapToDouble(Moved::before).sum(),
                parts.stream().mapToDouble(Moved::after).sum());
    }

    /**
     * Draws for each event what got more and what got less, as for 1,000 requests of either run; and the other way round,
     * since what the second run does not do at all is only seen there.
     *
     * @param folder is made
     */
    public static List<Path> drawFlames(RunFolder a, RunFolder b, Path folder) throws IOException, UsageException {
        Pair pair = Pair.of(a, b);
        Files.createDirectories(folder);
        List<Path> files = new ArrayList<>();
        for (ProfileEvent event : pair.events()) {
            files.add(draw(event, pair.a, pair.b, folder.resolve("flame-" + event.label() + "-a-to-b.html")));
            files.add(draw(event, pair.b, pair.a, folder.resolve("flame-" + event.label() + "-b-to-a.html")));
        }
        return files;
    }

    private static Path draw(ProfileEvent event, Side from, Side to, Path file) throws IOException {
        String title = event.counts() + " of 1,000 requests: " + to.folder.id() + ", red where it is more than in "
                + from.folder.id();
        FlameGraphs.writeDifference(
                file, title, from.stacks(event), from.profile.requests(), to.stacks(event), to.profile.requests());
        return file;
    }

    /** For people, in 80 columns. */
    public String text() {
        StringBuilder text = new StringBuilder("A " + a + "\nB " + b + "\n");
        for (EventDelta each : events) {
            text.append('\n').append(head(each.event.what() + " of a request, in " + each.event.unit()));
            each.categories.forEach(moved -> text.append(row(moved)));
            text.append(row(each.all)).append("  where it moved most\n");
            each.frames.forEach(moved -> text.append(row(moved)));
        }
        return text.toString();
    }

    private static String head(String what) {
        return String.format("  %-" + NAME_WIDTH + "s %10s %10s %11s%n", what, "A", "B", "difference");
    }

    private static String row(Moved moved) {
        String sign = moved.difference() > 0 ? "+" : "";
        return String.format(
                Locale.ROOT,
                "  %-" + NAME_WIDTH + "s %10s %10s %11s%n",
                ProfileText.shortened(moved.name, NAME_WIDTH),
                Sheet.number(moved.before),
                Sheet.number(moved.after),
                sign + Sheet.number(moved.difference()));
    }
}
