package kvlab.kernel;

import static kvlab.cluster.Markup.escaped;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import kvlab.bench.kept.RunFolder;
import kvlab.bench.page.RunText;
import kvlab.bench.profile.ProfileEvent;
import kvlab.cluster.UsageException;
import org.knowm.xchart.XYChart;

/** Measurements on a page that needs no other file: the answers first, then the charts, then where the CPU time goes. */
public final class ResultPage {

    private static final String CPU = ProfileEvent.CPU.label();

    private ResultPage() {}

    /**
     * @param folders runs, comparisons or knees
     * @param charts of all of them, by their names
     */
    public static String of(Path home, List<RunFolder> folders, Map<String, XYChart> charts)
            throws IOException, UsageException {
        Page page = new Page(folders.stream().map(RunFolder::id).collect(Collectors.joining(", ")));
        for (RunFolder folder : folders) {
            if (folders.size() > 1) {
                page.add("<h2>" + escaped(folder.id()) + "</h2>\n");
            }
            page.add(Result.of(home, folder).html());
        }
        charts.forEach((name, chart) -> page.add(new Chart(name, chart).html()));
        if (folders.size() == 1) {
            addFlames(page, Result.of(home, folders.get(0)), "h2");
        }
        return page.text(home);
    }

    private static void addFlames(Page page, Result result, String heading) {
        if (result.hasProfile(ProfileEvent.CPU)) {
            page.add("<" + heading + ">Where the CPU time of a request goes</" + heading + ">\n");
            page.add(orWhyNot(() -> result.shares(CPU).html()));
            if (result.unprofiled() == null) {
                page.add(orWhyNot(() -> result.flames(CPU).html()));
            }
        }
    }

    /** As a part of another page. */
    static void add(Page page, Compared compared) {
        page.add(compared.html());
        page.add(Html.paragraph(
                "Measured on " + RunText.processor(compared.comparison().machine())));
        page.add(orWhyNot(() -> compared.chart("changes").html()));
        page.add(orWhyNot(() -> compared.chart("latency").html()));
        addFlames(page, compared, "h3");
    }

    /** A comparison without figures, or without a profile, is still one. */
    private static String orWhyNot(Supplier<String> part) {
        try {
            return part.get();
        } catch (LabFailure e) {
            return Html.paragraph(e.getMessage());
        }
    }
}
