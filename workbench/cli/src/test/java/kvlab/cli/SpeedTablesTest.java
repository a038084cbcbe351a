package kvlab.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import kvlab.bench.kept.Comparison;
import kvlab.bench.kept.Difference;
import kvlab.bench.kept.RunFolder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The tables of speed on the pages of the stages are those of runs that come with the kit. */
class SpeedTablesTest {

    private static final Path KIT = Path.of(System.getProperty("kvlab.home"));

    @ParameterizedTest
    @CsvSource({
        "1-single-node, 1-single-node",
        "2-sharding, 2-sharding",
        "3-replication, 3-replication",
        "4-async-client, 4-async-client",
        "5-event-loop, 5-cluster-size"
    })
    void pageHasTheFiguresOfItsRuns(String page, String lab) throws Exception {
        String table = table(page, lab);
        String text = Files.readString(KIT.resolve("docs/" + page + ".md"));
        assertTrue(text.contains(table), () -> "docs/" + page + ".md lacks this table:\n" + table);
    }

    private static String table(String stage, String lab) throws Exception {
        StringBuilder table =
                new StringBuilder("| | HTTP alone | " + stage + " | rate, times that of HTTP alone (95 % interval)"
                        + " | CPU time of a request, and times that of HTTP alone |\n|---|---|---|---|---|\n");
        for (String op : List.of("put", "get")) {
            Comparison comparison = RunFolder.find(KIT, lab + "/highest-" + op).comparison();
            List<Difference> figures = comparison.outcomes().get(0).figures();
            Difference rate = figures.get(0);
            Difference cpu = figures.get(1);
            table.append(String.format(
                    Locale.ROOT,
                    "| %s | %,.0f/s | %,.0f/s | **%s** (%s) | %.0f µs, %s times (%s) |%n",
                    op.toUpperCase(Locale.ROOT),
                    rate.baseline().middle(),
                    rate.variant().middle(),
                    rate.ratioText(),
                    rate.intervalText(),
                    cpu.variant().middle(),
                    cpu.ratioText(),
                    cpu.intervalText()));
        }
        return table.toString();
    }
}
