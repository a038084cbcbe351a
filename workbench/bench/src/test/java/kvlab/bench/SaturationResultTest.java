package kvlab.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import kvlab.bench.SaturationResult.Pair;
import kvlab.bench.Workload.Method;
import kvlab.bench.machine.Doctor;
import kvlab.cluster.NodeProgram;
import kvlab.cluster.StageProgram;
import org.junit.jupiter.api.Test;

class SaturationResultTest {

    private static final CpuUse CPU = new CpuUse(1, 0, 0);
    private static final NodeProgram STAGE =
            new StageProgram("3-a-name-that-is-longer-than-any-other", "x.jar", "Factory");

    @Test
    void middleOfThePairsIsTheResult() {
        SaturationResult odd = result(pair(0.7), pair(0.9), pair(0.8));
        assertEquals(0.8, odd.ratio(), 1e-9);
        assertEquals(0.7, odd.lowestRatio(), 1e-9);
        assertEquals(0.9, odd.highestRatio(), 1e-9);
        assertEquals(0.75, result(pair(0.7), pair(0.8)).ratio(), 1e-9);
        assertEquals(8000, odd.median(pair -> pair.stage().goodPerSecond()), 1e-9);
    }

    @Test
    void fewRefusalsAreToldAndDoNotCountAsSpeed() {
        SaturationResult result = result(refusing(100));
        assertEquals(Optional.empty(), result.refusal());
        assertEquals(0.99, result.ratio(), 1e-9);
        assertTrue(SaturationTable.rows(result).contains(" 1.00 % "), SaturationTable.rows(result));
    }

    @Test
    void manyRefusalsAreNoFigure() {
        SaturationResult result = result(refusing(0), refusing(400));
        String sentence = "PUT: no figure: of what the stage was asked, 2.0 % went wrong; 1 % is accepted";
        assertEquals(Optional.of(sentence), result.refusal());
        assertTrue(SaturationTable.rows(result).contains("\n" + sentence + "\n"));
        assertFalse(SaturationTable.rows(result).contains("median"));
        JsonObject json = json(result);
        assertEquals(sentence, json.get("refusal").getAsString());
        assertTrue(json.get("median").isJsonNull());
    }

    @Test
    void ceilingThatRefusesIsNoFigureEither() {
        SaturationResult result =
                result(new Pair(refusing(400).stage(), refusing(0).ceiling()));
        assertTrue(result.refusal().orElseThrow().contains("HTTP alone"));
    }

    @Test
    void cpuTimeIsThatOfOneRequest() {
        assertEquals(100, pair(1).stage().cpuMicros(), 1e-9);
        assertEquals(
                100,
                json(result(pair(1)))
                        .getAsJsonObject("median")
                        .getAsJsonObject("stage")
                        .get("cpuMicros")
                        .getAsDouble(),
                1e-9);
    }

    @Test
    void systemThatDoesNotTellLeavesADash() {
        Window window = new Window(new WrkReport(10_000, 10_000, 0, 0), null);
        SaturationResult result = result(new Pair(window, window));
        assertTrue(SaturationTable.rows(result).replaceAll(" +", " ").contains("PUT median 10000 - 10000 - "));
        assertTrue(json(result)
                .getAsJsonObject("median")
                .getAsJsonObject("ceiling")
                .get("cpuMicros")
                .isJsonNull());
    }

    @Test
    void tableFitsATerminal() {
        Window slow = new Window(new WrkReport(1, 999_999, 0, 1), new CpuUse(0.9999, 0, 0));
        SaturationResult wide = result(new Pair(slow, slow));
        String table =
                SaturationTable.head(plan()) + SaturationTable.rows(wide) + SaturationTable.rows(result(pair(9)));
        table.lines().forEach(line -> assertTrue(line.length() <= 80, line));
    }

    private static SaturationResult result(Pair... pairs) {
        return new SaturationResult(
                Method.PUT, new WarmUp.Reached(12, true, 0.01), new WarmUp.Reached(60, false, 0.05), List.of(pairs));
    }

    private static Pair pair(double ratio) {
        return new Pair(window(10_000, 0), window(10_000 * ratio, 0));
    }

    private static Pair refusing(long bad) {
        return new Pair(window(10_000, 0), window(10_000, bad));
    }

    private static Window window(double rate, long bad) {
        return new Window(new WrkReport(10_000, rate, bad, 0), CPU);
    }

    private static Saturation.Plan plan() {
        return new Saturation.Plan(STAGE, STAGE, 3, List.of("store=tuned"), 8090, 64, 100_000, "2/3", 60, 3, 9);
    }

    private static JsonObject json(SaturationResult result) {
        String text = SaturationJson.text(Doctor.examine(Path.of(".")), plan(), List.of(result));
        return JsonParser.parseString(text)
                .getAsJsonObject()
                .getAsJsonArray("results")
                .get(0)
                .getAsJsonObject();
    }
}
