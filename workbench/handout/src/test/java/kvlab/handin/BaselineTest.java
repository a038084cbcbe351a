package kvlab.handin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import kvlab.bench.kept.RunFolder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which run of the reference a student's is beside. */
class BaselineTest {

    private static final String CODE = "c0de";
    private static final String SHIPPED = "3-replication/put-5000/b1";
    private static final int OTHER_RATE = 1000;

    @TempDir
    private Path directory;

    private Path kit;
    private Path handedIn;
    private Map<String, String> defaults = Map.of();

    @BeforeEach
    void folders() throws IOException {
        kit = Student.kit(directory.resolve("kit"));
        handedIn = Files.createDirectory(directory.resolve("runs"));
    }

    private void student(String id, Consumer<JsonObject> options) throws IOException {
        Student.recorded(handedIn, "b1", id, run -> {
            run.getAsJsonObject("options").addProperty("fingerprint", CODE);
            options.accept(run.getAsJsonObject("options"));
        });
    }

    private void instructor(String id, Consumer<JsonObject> options) throws IOException {
        Student.recorded(kit.resolve("profiles/runs"), "b2", id, run -> options.accept(run.getAsJsonObject("options")));
    }

    private static Consumer<JsonObject> at(int rate, String... settings) {
        return options -> {
            JsonArray all = new JsonArray();
            List.of(settings).forEach(all::add);
            options.addProperty("rate", rate);
            options.add("settings", all);
        };
    }

    private List<Measured> all() throws IOException {
        return Baseline.of(kit, stage -> defaults).beside(RunFolder.in(handedIn), CODE, Student.STAGE);
    }

    private Measured only() throws IOException {
        List<Measured> all = all();
        assertEquals(1, all.size());
        return all.get(0);
    }

    @Test
    void likeRunThatCameWithTheKitIsTheYardstick() throws Exception {
        student("20261101", options -> options.addProperty("port", 9000));
        assertEquals(SHIPPED, only().beside().run());
        assertEquals(1.0, only().p99Ratio());
        assertEquals("", only().remark());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '$', textBlock = """
        settings        | ["store=tuned"]
        linkDelayMillis | 5
        replicas        | "1/3"
        valueBytes      | 1000
        keys            | 16
        jdk             | 25
        jvmFlags        | ["-Xmx1g"]
        seconds         | 60
        warmUpSeconds   | 0
        threads         | 4
        seed            | 2
        nodes           | 5
        connections     | 8
        rate            | 4000
        op              | "get"
        loadOn          | "here"
        cores           | {"nodes": "0", "load": "1", "shared": false}
        """)
    void runUnderAnotherConditionIsNoYardstick(String option, String value) throws Exception {
        student("20261101", options -> options.add(option, JsonParser.parseString(value)));
        assertNull(only().beside());
        assertNull(only().p50Ratio());
    }

    @Test
    void otherSettingsAreNotComparable() throws Exception {
        student("20261101", at(OTHER_RATE));
        instructor("20261102", at(OTHER_RATE, "client=futures"));
        assertNull(only().beside());
        instructor("20261101", at(OTHER_RATE));
        assertEquals("20261101", only().beside().run());
    }

    @Test
    void whoeverNamesTheDefaultSetsNothing() throws Exception {
        defaults = Map.of("client", "completable", "store", "base");
        student("20261101", at(OTHER_RATE));
        instructor("20261103", at(OTHER_RATE, "client=futures"));
        instructor("20261102", at(OTHER_RATE, "client=completable"));
        assertEquals("20261102", only().beside().run());
        student("20261104", at(OTHER_RATE, "store=base", "client=futures"));
        Files.delete(handedIn.resolve("20261101/run.json"));
        assertEquals("20261103", only().beside().run());
        assertEquals("client=futures", only().with());
    }

    @Test
    void orderOfSettingsMakesNoDifference() throws Exception {
        student("20261101", at(OTHER_RATE, "client=own-pool", "pool=4"));
        instructor("20261102", at(OTHER_RATE, "pool=4", "client=own-pool"));
        assertEquals("20261102", only().beside().run());
    }

    @Test
    void newestWithoutSettingsCounts() throws Exception {
        student("20261101", options -> options.addProperty("keys", 1));
        student("20261102", options -> {});
        student("20261103", at(5000, "parallelism=jvm"));
        student("20261104", options -> options.addProperty("linkDelayMillis", 2.5));
        assertEquals("20261102", only().run());
        assertEquals("", only().with());
    }

    @Test
    void whereEachHasSettingsTheyAreTold() throws Exception {
        student("20261101", at(5000, "client=nio"));
        student("20261102", options -> {
            at(5000, "client=own-pool", "pool=4").accept(options);
            options.addProperty("linkDelayMillis", 2.5);
            options.addProperty("replicas", "1/3");
        });
        assertEquals("20261102", only().run());
        assertEquals("client=own-pool, pool=4, links of 2.5 ms, replicas 1/3", only().with());
        assertEquals("put: with client=own-pool, pool=4, links of 2.5 ms, replicas 1/3", only().remark());
        assertEquals(
                "put at 5000 requests/s with client=own-pool, pool=4, links of 2.5 ms, replicas 1/3: p50 0.80 ms, p99"
                        + " 6.60 ms; there is no comparable run of the reference.",
                Feedback.sentence(only()));
    }

    @Test
    void referenceThatWasMeasuredOnTheStudentsMachineGoesFirst() throws Exception {
        student("20261101", options -> {});
        instructor("20261103", options -> {});
        assertEquals("20261103", only().beside().run());
        Student.recorded(handedIn, "b2", "20261102", run -> {});
        assertEquals("20261102", only().beside().run());
        assertEquals(0.803 / 0.9, only().p50Ratio(), 1e-9);
        assertEquals("put: the reference as handed in", only().remark());
    }

    /** To disturb the reference, a student only has to keep the machine busy meanwhile, and forges nothing. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '$', textBlock = """
        # of another machine
        machine cpu model                | "M9"
        # under another condition
        options linkDelayMillis          | 5
        # edited
        figures latency percentiles 50.0 | 9
        # disturbed
        figures others                   | 0.9
        # code of somebody, whatever its folder is called
        options fingerprint              | "0ther"
        """)
    void referenceThatIsDoubtfulIsNoYardstick(String field, String value) throws Exception {
        student("20261101", options -> {});
        List<String> path = List.of(field.split(" "));
        Student.recorded(handedIn, "b2", "20261102", run -> {
            JsonObject object = run;
            for (String name : path.subList(0, path.size() - 1)) {
                object = object.getAsJsonObject(name);
            }
            object.add(path.get(path.size() - 1), JsonParser.parseString(value));
        });
        assertEquals(SHIPPED, only().beside().run());
    }

    /** One node replicates nothing, and is as quick as the reference's one. */
    @Test
    void conditionsThatSomebodyChoseAreTold() throws Exception {
        student("20261101", options -> {
            options.addProperty("nodes", 1);
            options.addProperty("connections", 8);
            options.addProperty("keys", 1);
            options.addProperty("valueBytes", 0);
        });
        assertEquals("1 node, 8 connections, 1 key, values of 0 bytes", only().with());
        student("20261100", options -> {});
        assertEquals("20261100", only().run());
    }

    @Test
    void figuresOfAnotherProcessorAreTheLastResort() throws Exception {
        student("20261101", options -> {});
        Student.recorded(kit.resolve("profiles/runs"), "b2", "20261102", BaselineTest::onAnotherProcessor);
        assertEquals(SHIPPED, only().beside().run());
        student("20261101", at(OTHER_RATE));
        Student.recorded(kit.resolve("profiles/runs"), "b2", "20261103", run -> {
            onAnotherProcessor(run);
            at(OTHER_RATE).accept(run.getAsJsonObject("options"));
            run.getAsJsonObject("options").add("cores", JsonParser.parseString("{\"nodes\": \"0,1\"}"));
        });
        assertEquals("20261103", only().beside().run());
        assertEquals("put: the reference on another processor", only().remark());
        assertTrue(Feedback.sentence(only()).endsWith(" times the reference's, on another processor."));
    }

    private static void onAnotherProcessor(JsonObject run) {
        run.getAsJsonObject("machine").getAsJsonObject("cpu").addProperty("model", "M9");
    }

    @Test
    void kneeStandsBesideTheReference() throws Exception {
        studentsKnee(3000);
        Student.knee(kit.resolve("profiles/runs"), "20261102-knee", 4000, knee -> {});
        Measured knee = only();
        assertEquals(3000, knee.rate());
        assertEquals("20261102-knee", knee.beside().run());
        assertEquals(0.75, knee.rateRatio());
        assertNull(knee.p50Ratio());
        assertEquals("put: the knee is at 3000 requests/s; 0.75 times the reference's.", Feedback.sentence(knee));
    }

    @Test
    void kneeOfAnotherLimitDoesNot() throws Exception {
        studentsKnee(3000);
        Student.knee(
                kit.resolve("profiles/runs"),
                "20261102-knee",
                4000,
                knee -> knee.getAsJsonObject("search").addProperty("sloMillis", 20.0));
        assertNull(only().beside());
        Student.knee(kit.resolve("profiles/runs"), "20261103-knee", null, knee -> {});
        assertNull(only().beside());
    }

    @Test
    void kneeAndRunOfOneOperationStandSideBySide() throws Exception {
        studentsKnee(3000);
        student("20261101", options -> {});
        assertEquals(List.of(false, true), all().stream().map(Measured::isKnee).toList());
        assertNotNull(all().get(0).beside());
    }

    private void studentsKnee(int rate) throws IOException {
        Student.knee(
                handedIn,
                "20261101-knee",
                rate,
                knee -> knee.getAsJsonObject("options").addProperty("fingerprint", CODE));
    }

    @Test
    void damagedRunOfTheKitIsToldAndLeftOut() throws Exception {
        Student.recorded(
                kit.resolve("profiles/runs"),
                "b2",
                "20261103",
                run -> run.getAsJsonObject("figures").getAsJsonObject("latency").remove("percentiles"));
        student("20261101", options -> {});
        assertEquals(SHIPPED, only().beside().run());
        List<String> damaged = Baseline.of(kit, stage -> defaults).damaged();
        assertEquals(1, damaged.size());
        assertEquals(
                kit.resolve("profiles/runs/20261103") + " is damaged: ",
                damaged.get(0).substring(0, (kit.resolve("profiles/runs/20261103") + " is damaged: ").length()));
    }
}
