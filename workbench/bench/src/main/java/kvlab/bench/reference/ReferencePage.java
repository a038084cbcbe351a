package kvlab.bench.reference;

import com.google.gson.JsonElement;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import kvlab.bench.kept.Comparison;
import kvlab.bench.kept.Run;
import kvlab.bench.kept.RunFolder;
import kvlab.bench.load.Options;
import kvlab.bench.page.RunText;
import kvlab.bench.page.SearchText;
import kvlab.bench.reference.ReferenceLab.Measurement;

/**
 * The answers of the reference, question by question, in Markdown. Whoever comes across the folder reads them without
 * measuring, and without building the kit.
 */
final class ReferencePage {

    static final String FILE = "README.md";

    /** Of a lab's notebook, executed. */
    static final String REPORT = "report.html";

    private static final String TITLE = "# Recorded runs\n\n";

    private static final String HOW = """
            `./lab record` measures them and writes this page; [docs/reference.md](../../docs/reference.md) tells how. Of each
            there is more to see:

            ```
            ./lab record --list                                   # the questions, and what of them is recorded
            ./lab show 4-async-client/clients-put-5000            # a comparison
            ./lab show 3-replication/put-5000/a1                  # one of its runs
            ./lab chart 3-replication/put-5000                    # its charts
            ```

            Where there is a profile, `./lab show` names the command that draws its flame graphs.
            """;

    private final Reference reference;
    private final StringBuilder page = new StringBuilder();
    private final TreeSet<String> machines = new TreeSet<>();
    private final TreeSet<String> dates = new TreeSet<>();
    private final TreeSet<String> times = new TreeSet<>();

    private ReferencePage(Reference reference) {
        this.reference = reference;
    }

    static String text(Reference reference, List<ReferenceLab> labs) throws IOException {
        ReferencePage page = new ReferencePage(reference);
        for (ReferenceLab lab : labs) {
            page.lab(lab);
        }
        return TITLE + page.where() + HOW + page.page;
    }

    private String where() {
        if (machines.isEmpty()) {
            return "None is recorded so far.\n\n";
        }
        String when = dates.first().equals(dates.last())
                ? "on " + dates.first()
                : "from " + dates.first() + " to " + dates.last();
        return "The questions of the course, answered with the reference stages on " + String.join(" and ", machines)
                + ",\n" + when + "."
                + (times.isEmpty()
                        ? ""
                        : "\nEach comparison was measured in one of these ways: " + String.join("; ", times) + ".")
                + "\n\n";
    }

    private void lab(ReferenceLab lab) throws IOException {
        page.append("\n## ")
                .append(lab.id())
                .append("\n\n")
                .append(lab.question())
                .append('\n');
        if (reference.hasReport(lab)) {
            page.append("[The lab's notebook, executed](")
                    .append(lab.id())
                    .append('/')
                    .append(REPORT)
                    .append("), is a page for a browser.\n");
        }
        page.append("\n| measured | found |\n|---|---|\n");
        for (Measurement each : lab.measurements()) {
            Optional<RunFolder> recorded = reference.find(lab.id(each));
            page.append("| `").append(lab.id(each)).append("`<br>").append(each.words());
            page.append(" | ").append(recorded.isEmpty() ? "Not recorded." : foundOrDamaged(each, recorded.get()));
            page.append(" |\n");
        }
    }

    /** One that cannot be read is measured anew by the next command, and takes nothing from the others. */
    private String foundOrDamaged(Measurement asked, RunFolder recorded) {
        try {
            return found(asked, recorded);
        } catch (IOException e) {
            return "Recorded, and damaged since.";
        }
    }

    private String found(Measurement asked, RunFolder recorded) throws IOException {
        if (recorded.kind() == RunFolder.Kind.RUN) {
            Run knee = recorded.read();
            note(knee.machine(), knee.date());
            return SearchText.answer(knee);
        }
        Comparison comparison = recorded.comparison();
        note(comparison.machine(), comparison.date());
        times.add(comparison.lengths());
        List<String> headlines = new ArrayList<>();
        comparison.outcomes().forEach(outcome -> headlines.add(outcome.headline()));
        return (isSame(asked, comparison) ? "" : "Recorded otherwise: ") + String.join("<br>", headlines);
    }

    /** The question may have been changed since. */
    private static boolean isSame(Measurement asked, Comparison recorded) {
        boolean same =
                asked.sides().size() == recorded.sides().size() && Double.compare(asked.same(), recorded.same()) == 0;
        for (int i = 0; same && i < asked.sides().size(); i++) {
            Options options = recorded.sides().get(i).options();
            same = asked.sides().get(i).rate() == options.load().rate()
                    && asked.connections() == options.load().connections();
        }
        return same;
    }

    private void note(JsonElement machine, String date) {
        machines.add(RunText.processor(machine));
        dates.add(date.substring(0, date.indexOf('T')));
    }
}
