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
            Integer nodes,
            Integer rate,
            Double answered,
            Double p50Millis,
            Double p99Millis,
            String machine) {}

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
                    number(each.nodes),
                    number(each.rate),
                    number(each.answered),
                    millis(each.p50Millis),
                    millis(each.p99Millis),
                    text(each.machine)));
        }
        List<String> head =
                List.of("report", "variant", "op", "nodes", "rate/s", "answered/s", "p50", "p99", "machine");
        return new Table("What the course's reports found", 3, head, rows);
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

    private static String number(Number number) {
        return number == null ? "-" : String.format(Locale.ROOT, "%.0f", number.doubleValue());
    }

    private static String millis(Double millis) {
        return millis == null ? "-" : Sheet.millis(millis);
    }
}
