package kvlab.kernel;

import com.google.gson.Gson;
import com.google.gson.JsonParseException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import kvlab.bench.Sheet;

/** What the reports of the course found, as notebooks/course.json has it; docs/notebooks.md describes each field. */
final class Course {

    /** The file. */
    private record File(Map<String, List<Found>> labs) {}

    /** A run of a report; whatever it does not tell is null. */
    private record Found(
            String report,
            String variant,
            String op,
            Integer rate,
            Object held,
            Double p50,
            Double p99,
            String machine,
            String note) {}

    private Course() {}

    static Table of(Path home, String lab) {
        Path file = home.resolve("notebooks").resolve("course.json");
        Map<String, List<Found>> labs = read(file).labs();
        if (!labs.containsKey(lab)) {
            throw new LabFailure("course(\"" + lab + "\"): " + file + " knows no such lab, only "
                    + String.join(", ", labs.keySet()));
        }
        List<List<String>> rows = new ArrayList<>();
        for (Found each : labs.get(lab)) {
            rows.add(List.of(
                    text(each.report),
                    text(each.variant),
                    text(each.op),
                    text(each.note),
                    each.rate == null ? "-" : Integer.toString(each.rate),
                    held(each.held),
                    millis(each.p50),
                    millis(each.p99),
                    text(each.machine)));
        }
        List<String> head = List.of("report", "variant", "op", "note", "rate/s", "held", "p50", "p99", "machine");
        return new Table("What the course's reports found", 4, head, rows);
    }

    private static File read(Path file) {
        try {
            File read = new Gson().fromJson(Files.readString(file), File.class);
            if (read == null || read.labs() == null) {
                throw new LabFailure(file + " has no \"labs\"");
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

    /** Whether the rate was held, or how many requests a second were answered. */
    private static String held(Object held) {
        if (held instanceof Boolean yes) {
            return yes ? "yes" : "no";
        }
        return held instanceof Number rate ? String.format(Locale.ROOT, "%.0f", rate.doubleValue()) : "-";
    }

    private static String millis(Double millis) {
        return millis == null ? "-" : Sheet.millis(millis);
    }
}
