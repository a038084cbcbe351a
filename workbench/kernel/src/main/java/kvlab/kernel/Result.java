package kvlab.kernel;

import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import kvlab.bench.chart.RunCharts;
import kvlab.bench.kept.Comparison;
import kvlab.bench.kept.RunFolder;
import kvlab.bench.page.FlamePages;
import kvlab.bench.page.FolderText;
import kvlab.bench.page.ProfileDelta;
import kvlab.bench.profile.Breakdown;
import kvlab.bench.profile.Profile;
import kvlab.bench.profile.ProfileEvent;
import kvlab.bench.text.Sheet;
import kvlab.cluster.UsageException;
import org.knowm.xchart.XYChart;

/** What was measured and is kept in a folder: all that can be drawn and told of it, whatever it is. */
public abstract sealed class Result implements Shown permits Measured, Compared, KneeFound {

    final Path home;
    final RunFolder folder;

    Result(Path home, RunFolder folder) {
        this.home = home;
        this.folder = folder;
    }

    /** @param words a command that leaves a run, a comparison or a knee */
    static Result measure(Path home, List<String> words, Display display) {
        return of(home, words, LabCall.run(home, words, false, display));
    }

    /** What such a command has left. */
    static Result of(Path home, List<String> words, LabCall.Answer answer) {
        JsonElement id = JsonParser.parseString(answer.json()).getAsJsonObject().get("id");
        if (id == null) {
            throw new LabFailure("./lab " + Words.line(words) + " leaves no run to show; call it in a terminal");
        }
        return find(home, id.getAsString());
    }

    static Result find(Path home, String id) {
        try {
            return of(home, RunFolder.find(home, id));
        } catch (IOException | UsageException e) {
            throw LabFailure.of(e);
        }
    }

    static Result of(Path home, RunFolder folder) throws IOException, UsageException {
        return switch (folder.kind()) {
            case RUN -> folder.read().search() == null ? new Measured(home, folder) : new KneeFound(home, folder);
            case COMPARISON -> new Compared(home, folder);
        };
    }

    /** As ./lab show takes it. */
    public final String id() {
        return folder.id();
    }

    @Override
    public final String text() {
        try {
            return FolderText.of(folder);
        } catch (IOException e) {
            throw LabFailure.of(e);
        }
    }

    @Override
    public final String toString() {
        return text();
    }

    /** What a chart is drawn of: of a comparison the last run of each side, which has a profile if any has. */
    List<RunFolder> drawn() {
        return List.of(folder);
    }

    /** What tells how much of a change is noise; null when nothing does. */
    Comparison judged() {
        return null;
    }

    /** A run of each side, with its letter. */
    List<RunFolder> profiled() {
        return drawn();
    }

    public final Chart chart(String name) {
        return chart(name, drawn(), judged());
    }

    static Chart chart(String name, List<RunFolder> runs, Comparison judged) {
        Map<String, XYChart> charts = draw(runs, judged);
        if (!charts.containsKey(name)) {
            throw new LabFailure("there is no chart '" + name + "' of " + ids(runs) + "; there are "
                    + String.join(", ", charts.keySet()));
        }
        return new Chart(name, charts.get(name));
    }

    public final Charts charts() {
        List<Chart> all = new ArrayList<>();
        draw(drawn(), judged()).forEach((name, chart) -> all.add(new Chart(name, chart)));
        return new Charts(all);
    }

    private static Map<String, XYChart> draw(List<RunFolder> runs, Comparison judged) {
        try {
            Map<String, XYChart> charts = RunCharts.of(runs, judged, null);
            if (charts.isEmpty()) {
                throw new LabFailure("there is nothing to draw: no figures are in " + ids(runs));
            }
            return charts;
        } catch (IOException e) {
            throw LabFailure.of(e);
        }
    }

    private static String ids(List<RunFolder> runs) {
        return runs.stream().map(RunFolder::id).collect(Collectors.joining(", "));
    }

    /** Of each side, and what one of them does more than the first, and the first more than it. */
    public final Shown flames(String event) {
        ProfileEvent wanted = event(event);
        Sentence why = unprofiled();
        return why == null ? flames(wanted) : why;
    }

    /** Whether each side has samples of this event, or should have. */
    final boolean hasProfile(ProfileEvent event) {
        try {
            for (RunFolder run : profiled()) {
                Profile profile = run.read().profile();
                if (profile == null || !profile.failed() && !profile.events().containsKey(event.label())) {
                    return false;
                }
            }
            return !profiled().isEmpty();
        } catch (IOException e) {
            throw LabFailure.of(e);
        }
    }

    /**
     * Why there is no profile although one was asked for: this machine, and nobody's mistake, so a notebook says it and goes on.
     * Else null.
     */
    final Sentence unprofiled() {
        try {
            return folder.profileProblem(home)
                    .map(problem -> new Sentence("There is no profile of " + id() + ": " + problem + "."))
                    .orElse(null);
        } catch (IOException | UsageException e) {
            throw LabFailure.of(e);
        }
    }

    private Flames flames(ProfileEvent wanted) {
        try {
            List<RunFolder> runs = profiled();
            List<Flames.Page> pages = new ArrayList<>();
            for (int i = 0; i < runs.size(); i++) {
                require(wanted, runs.get(i));
                String side = runs.size() == 1 ? "" : letter(i) + ": ";
                String title = side + runs.get(i).read().options().program() + ", " + wanted.what();
                String name = "flame-" + wanted.label() + ".html";
                pages.add(page(title, name, FlamePages.draw(runs.get(i), files(runs.get(i)))));
            }
            for (int i = 1; i < runs.size(); i++) {
                addDifferences(pages, runs, i, wanted);
            }
            return new Flames(home, pages);
        } catch (IOException | UsageException e) {
            throw LabFailure.of(e);
        }
    }

    private void addDifferences(List<Flames.Page> pages, List<RunFolder> runs, int other, ProfileEvent event)
            throws IOException, UsageException {
        RunFolder first = runs.get(0);
        RunFolder second = runs.get(other);
        Path folder = home.resolve("profiles/flames/" + first.fileName() + "--" + second.fileName());
        List<Path> files = ProfileDelta.drawFlames(first, second, folder);
        String name = "flame-" + event.label();
        pages.add(page("from A to " + letter(other) + ", red is more", name + "-a-to-b.html", files));
        pages.add(page("from " + letter(other) + " to A, red is more", name + "-b-to-a.html", files));
    }

    private static Flames.Page page(String title, String name, List<Path> files) {
        Path file = files.stream()
                .filter(each -> each.endsWith(name))
                .findFirst()
                .orElseThrow(() -> new LabFailure("the stacks of which " + name + " is drawn are missing"));
        return new Flames.Page(title, file);
    }

    /** Where ./lab flames draws, too. */
    private Path files(RunFolder run) {
        return home.resolve("profiles/flames/" + run.fileName());
    }

    /** Which part of all is whose, and what it is of one request, in each side's run. */
    public final Shown shares(String event) {
        ProfileEvent wanted = event(event);
        Sentence why = unprofiled();
        return why == null ? shares(wanted) : why;
    }

    private Table shares(ProfileEvent wanted) {
        List<Breakdown> sides =
                profiled().stream().map(run -> require(wanted, run)).toList();
        List<String> head = new ArrayList<>(List.of(wanted.what()));
        for (int i = 0; i < sides.size(); i++) {
            String side = sides.size() == 1 ? "" : letter(i) + " ";
            head.addAll(List.of(side + "share", side + wanted.unit()));
        }
        List<List<String>> rows = new ArrayList<>();
        sides.stream()
                .flatMap(side -> side.categories().stream().map(Breakdown.Part::name))
                .distinct()
                .forEach(name -> rows.add(row(name, sides)));
        if (wanted == ProfileEvent.CPU && profiled().stream().anyMatch(run -> unseen(run) != null)) {
            rows.add(unseen());
        }
        List<String> all = new ArrayList<>(List.of("all"));
        for (RunFolder run : profiled()) {
            List<String> figures = figures(1, profiled(wanted, run).all(wanted));
            // The shares are those of the samples.
            all.addAll(wanted == ProfileEvent.CPU && unseen(run) != null ? List.of("-", figures.get(1)) : figures);
        }
        rows.add(all);
        return new Table("Of a request, by category (" + wanted.what() + ")", 1, head, rows);
    }

    private static List<String> row(String name, List<Breakdown> sides) {
        List<String> row = new ArrayList<>(List.of(name));
        for (Breakdown side : sides) {
            Breakdown.Part part = side.categories().stream()
                    .filter(each -> each.name().equals(name))
                    .findFirst()
                    .orElse(new Breakdown.Part(name, 0, 0));
            row.addAll(figures(part.share(), part.perRequest()));
        }
        return row;
    }

    private List<String> unseen() {
        List<String> row = new ArrayList<>(List.of(Profile.UNSEEN));
        for (RunFolder run : profiled()) {
            Double micros = unseen(run);
            row.addAll(List.of("-", micros == null ? "-" : Sheet.number(micros)));
        }
        return row;
    }

    private static Double unseen(RunFolder run) {
        return profiled(ProfileEvent.CPU, run).unseenMicros();
    }

    /** There is no share of nothing, not even of all. */
    private static List<String> figures(double share, double perRequest) {
        return perRequest == 0 ? List.of("-", "-") : List.of(Sheet.percent(share), Sheet.number(perRequest));
    }

    /** The methods whose own part of a request changed most. */
    public final Shown moved(String event) {
        ProfileEvent wanted = event(event);
        Sentence why = unprofiled();
        return why == null ? moved(wanted) : why;
    }

    private Table moved(ProfileEvent wanted) {
        try {
            List<RunFolder> runs = profiled();
            if (runs.size() < 2) {
                throw new LabFailure("moved(\"" + wanted.label() + "\") of " + id()
                        + ": expected a comparison, since something moves from one run to another");
            }
            runs.forEach(run -> require(wanted, run));
            List<List<String>> rows = new ArrayList<>();
            for (int i = 1; i < runs.size(); i++) {
                add(rows, ProfileDelta.of(runs.get(0), runs.get(i)), wanted, letter(i));
            }
            return new Table(
                    "What of a request moved most, in " + wanted.unit() + " (" + wanted.what() + ")",
                    2,
                    List.of("from A to", "method", "before", "after", "difference"),
                    rows);
        } catch (IOException | UsageException e) {
            throw LabFailure.of(e);
        }
    }

    private static void add(List<List<String>> rows, ProfileDelta delta, ProfileEvent event, String letter) {
        for (ProfileDelta.EventDelta each : delta.events()) {
            if (each.event() == event) {
                for (ProfileDelta.Moved moved : each.frames()) {
                    String sign = moved.difference() > 0 ? "+" : "";
                    rows.add(List.of(
                            letter,
                            moved.name(),
                            Sheet.number(moved.before()),
                            Sheet.number(moved.after()),
                            sign + Sheet.number(moved.difference())));
                }
            }
        }
    }

    private static ProfileEvent event(String name) {
        for (ProfileEvent event : ProfileEvent.values()) {
            if (event.label().equals(name)) {
                return event;
            }
        }
        throw new LabFailure("'" + name + "': expected one of cpu, alloc, lock");
    }

    private static Breakdown require(ProfileEvent event, RunFolder run) {
        return profiled(event, run).events().get(event.label());
    }

    private static Profile profiled(ProfileEvent event, RunFolder run) {
        try {
            Profile profile = run.read().profile();
            if (profile == null || profile.events().get(event.label()) == null) {
                throw new LabFailure("run " + run.id() + " has no profile of " + event.what() + "; --profile "
                        + event.label() + " makes one");
            }
            return profile;
        } catch (IOException e) {
            throw LabFailure.of(e);
        }
    }

    static String letter(int side) {
        return Character.toString('A' + side);
    }
}
