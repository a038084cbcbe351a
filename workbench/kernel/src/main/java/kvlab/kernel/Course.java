package kvlab.kernel;

import static java.util.stream.Collectors.joining;

import com.google.gson.Gson;
import com.google.gson.JsonParseException;
import com.google.gson.annotations.SerializedName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import kvlab.bench.text.Sheet;

/** What the reports of the course found, as notebooks/course.json has it; docs/notebooks.md describes each field. */
final class Course {

    /** The file. */
    private record File(List<Found> runs) {}

    /**
     * A run of a report; whatever it does not tell is null.
     *
     * @param labs in which it is shown
     */
    private record Found(
            List<String> labs,
            String report,
            String variant,
            String op,
            Integer nodes,
            Integer rate,
            @SerializedName("requests_per_s") Double answered,
            @SerializedName("latency_ms") Map<String, Double> latency,
            @SerializedName("percentiles_ms") Map<String, Double> percentiles,
            String machine) {

        private Double mean() {
            return latency == null ? null : latency.get("avg");
        }

        private Double millis(String percentile) {
            return percentiles == null ? null : percentiles.get(percentile);
        }
    }

    private Course() {}

    static Table of(Path home, String lab) {
        Path file = home.resolve("notebooks").resolve("course.json");
        List<Found> runs = read(file).runs();
        List<List<String>> rows = new ArrayList<>();
        for (Found each : runs) {
            if (!each.labs.contains(lab)) {
                continue;
            }
            rows.add(List.of(
                    text(each.report),
                    text(each.machine),
                    text(each.variant),
                    text(each.op).toLowerCase(Locale.ROOT),
                    number(each.nodes),
                    number(each.rate),
                    number(each.answered),
                    millis(each.mean()),
                    millis(each.millis("50.0")),
                    millis(each.millis("99.0")),
                    millis(each.millis("99.9"))));
        }
        if (rows.isEmpty()) {
            throw new LabFailure("course(\"" + lab + "\"): " + file + " knows no such lab, only "
                    + runs.stream()
                            .flatMap(run -> run.labs.stream())
                            .distinct()
                            .sorted()
                            .collect(joining(", ")));
        }
        List<String> head = List.of(
                "report", "machine", "variant", "op", "nodes", "rate/s", "answered/s", "mean", "p50", "p99", "p99.9");
        return new Table("What the course's reports found", 4, head, rows);
    }

    private static File read(Path file) {
        try {
            File read = new Gson().fromJson(Files.readString(file), File.class);
            if (read == null || read.runs() == null) {
                throw new LabFailure(file + " has no \"runs\"");
            }
            return read;
        } catch (IOException e) {
            throw new LabFailure("cannot read what the course found: " + file + " is missing");
        } catch (JsonParseException e) {
            throw new LabFailure(file + " is damaged: " + e.getMessage());
        }
    }

    private static String text(String text) {
        return text == null ? "-" : text;
    }

    private static String number(Number number) {
        return number == null ? "-" : String.format(Locale.ROOT, "%.0f", number.doubleValue());
    }

    private static String millis(Double millis) {
        return millis == null ? "-" : Sheet.millis(millis);
    }
}
