package kvlab.bench.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class DoctorTest extends OnASmallMachine {
    private static final List<String> NAMES = List.of(
            "system",
            "cpu",
            "memory",
            "disk",
            "ports",
            "java",
            "maven",
            "wrk2",
            "perf_event",
            "python",
            "jupyter",
            "sandbox");

    @Test
    void anEmptyMachineIsDescribedAllTheSame() {
        Diagnosis diagnosis = Doctor.examine(machine.surroundings());
        assertEquals(NAMES, diagnosis.findings().stream().map(Finding::name).toList());
        assertEquals(Verdict.FAIL, diagnosis.worst());
        Map<String, Verdict> verdicts = verdicts(diagnosis);
        assertEquals(Verdict.FAIL, verdicts.get("java"));
        assertEquals(Verdict.FAIL, verdicts.get("maven"));
        for (String optional : List.of("memory", "wrk2", "perf_event", "python", "jupyter", "sandbox")) {
            assertEquals(Verdict.WARN, verdicts.get(optional), optional);
        }
    }

    @Test
    void remediesSpeakThePackageManagersLanguage() {
        machine.program("bin/dnf", "exit 0");
        assertTrue(Doctor.examine(machine.surroundings()).toText(false).contains("mend: sudo dnf install maven\n"));
        machine.mac("15.1");
        assertTrue(Doctor.examine(machine.surroundings()).toText(false).contains("mend: brew install maven\n"));
    }

    @Test
    void theMachineTableHoldsTypedValues() {
        machine.prints("bin/python3", "3.11.2 True", 0);
        Path jdk = machine.java("usr/lib/jvm/jdk", "17.0.15", "Debian", true);
        JsonObject table = JsonParser.parseString(
                        Doctor.examine(machine.surroundings()).toJson())
                .getAsJsonObject()
                .getAsJsonObject("machine");
        assertEquals(
                Set.of(
                        "platform",
                        "cpu",
                        "memory",
                        "disk",
                        "ports",
                        "java",
                        "maven",
                        "loadGenerator",
                        "perfEvent",
                        "python",
                        "jupyter",
                        "sandbox"),
                table.keySet());
        assertEquals(4, table.getAsJsonObject("cpu").get("cores").getAsInt());
        assertTrue(table.getAsJsonObject("cpu").get("model").isJsonNull());
        assertTrue(table.getAsJsonObject("python").get("venv").getAsBoolean());
        assertEquals(
                "none", table.getAsJsonObject("loadGenerator").get("engine").getAsString());
        JsonObject java =
                table.getAsJsonObject("java").getAsJsonArray("jdks").get(0).getAsJsonObject();
        assertEquals(List.of("home", "version", "major", "vendor", "compiler"), List.copyOf(java.keySet()));
        assertEquals(jdk.toString(), java.get("home").getAsString());
        assertEquals(17, java.get("major").getAsInt());
    }

    @Test
    void everyFieldOfTheMachineTableIsDocumented() throws IOException {
        machine.prints("bin/wrk", "Usage: wrk <options> <url>", 1);
        machine.java("usr/lib/jvm/jdk", "17.0.15", "Debian", true);
        Set<String> written = new TreeSet<>();
        fields("", JsonParser.parseString(Doctor.examine(machine.surroundings()).toJson()), written);
        Set<String> documented = new TreeSet<>();
        String prefix = "";
        for (String line : Files.readAllLines(Path.of(System.getProperty("kvlab.home"), "docs", "machine.md"))) {
            Matcher heading = Pattern.compile("### `([\\w\\[\\]]+)`").matcher(line);
            Matcher row = Pattern.compile("\\| `([\\w.\\[\\]]+)` \\|.*").matcher(line);
            if (heading.matches()) {
                prefix = heading.group(1) + ".";
            } else if (row.matches()) {
                documented.add(prefix + row.group(1));
            }
        }
        documented.removeAll(Set.of("machine", "findings", "machine.java.jdks", "machine.loadGenerator.rejected"));
        assertEquals(documented, written);
    }

    @Test
    @Timeout(60)
    void thisMachine() {
        Diagnosis diagnosis = Doctor.examine(folder);
        assertEquals(NAMES, diagnosis.findings().stream().map(Finding::name).toList());
        assertTrue(diagnosis.machine().cpu().cores() > 0);
        assertTrue(!diagnosis.machine().java().jdks().isEmpty());
        diagnosis.toText(false).lines().forEach(line -> assertTrue(line.equals(line.stripTrailing()), line));
    }

    /** The paths of all values; the fields of a list's entries are written as list[].field. */
    private static void fields(String path, JsonElement element, Set<String> fields) {
        if (element.isJsonObject()) {
            String prefix = path.isEmpty() ? "" : path + ".";
            element.getAsJsonObject().entrySet().forEach(e -> fields(prefix + e.getKey(), e.getValue(), fields));
        } else if (element.isJsonArray()
                && !element.getAsJsonArray().isEmpty()
                && element.getAsJsonArray().get(0).isJsonObject()) {
            element.getAsJsonArray().forEach(entry -> fields(path + "[]", entry, fields));
        } else {
            fields.add(path);
        }
    }

    private static Map<String, Verdict> verdicts(Diagnosis diagnosis) {
        Map<String, Verdict> verdicts = new TreeMap<>();
        diagnosis.findings().forEach(finding -> verdicts.put(finding.name(), finding.verdict()));
        return verdicts;
    }
}
