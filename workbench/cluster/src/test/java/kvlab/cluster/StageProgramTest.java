package kvlab.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StageProgramTest {

    private static final String FIRST = "http://127.0.0.1:8080";
    private static final String SECOND = "http://127.0.0.1:8081";

    @Test
    void aNodeIsToldAnotherWayToEachMemberThatHasOne() {
        assertEquals(
                List.of("--cluster", SECOND + "," + FIRST, "--via", SECOND + "=127.0.0.1:40001"),
                afterData(node(8080, List.of(SECOND, FIRST), Map.of(SECOND, "127.0.0.1:40001"))));
    }

    @Test
    void aWayToSomebodyWhoIsNoMemberIsNotTold() {
        assertEquals(
                List.of("--cluster", FIRST), afterData(node(8080, List.of(FIRST), Map.of(SECOND, "127.0.0.1:40001"))));
    }

    @Test
    void aNodeThatListensElsewhereIsToldWhichMemberItIs() {
        assertEquals(List.of("--cluster", FIRST, "--self", FIRST), afterData(node(9080, List.of(FIRST), Map.of())));
    }

    @Test
    void itRunsOnTheJvmThatIsNamedWithTheFlagsThatThatOneWants() {
        StageProgram stage = new StageProgram("stage", "jar", "Factory");
        NodeSpec node = node(8080, List.of(FIRST), Map.of());
        assertEquals(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                stage.command(node).get(0));
        List<String> command = stage.on(new Jvm(Path.of("/jdk"), 25)).command(node);
        assertEquals("/jdk/bin/java", command.get(0));
        assertTrue(command.containsAll(JvmFlags.quiet(25)));
    }

    @Test
    void nodesThatLiveForSecondsDoWithoutTheSecondCompilerWhereverTheyRun() {
        String first = "-XX:TieredStopAtLevel=1";
        StageProgram stage = new StageProgram("stage", "jar", "Factory");
        assertFalse(stage.flags("128m").contains(first));
        StageProgram brief = stage.briefly();
        for (StageProgram each : List.of(brief, brief.on(new Jvm(Path.of("/jdk"), 25)), brief.with("other", "Other"))) {
            assertTrue(each.flags("128m").contains(first), each.toString());
        }
        NodeSpec node = node(8080, List.of(FIRST), Map.of());
        assertTrue(brief.command(node).contains(first));
    }

    @Test
    void ofSeveralJarsTheNewestIsTakenThatHoldsNoTestsOrSources(@TempDir Path stage) throws Exception {
        Path target = stage.resolve("target");
        Path services = Files.createDirectories(target.resolve("classes/META-INF/services"));
        Files.writeString(services.resolve("kvlab.node.NodeFactory"), "Factory\n");
        Files.writeString(target.resolve("classpath"), "api.jar\n");
        List<String> oldestFirst =
                List.of("mine-1.jar", "mine-2.jar", "mine-2-tests.jar", "mine-2-sources.jar", "mine-2-javadoc.jar");
        for (int i = 0; i < oldestFirst.size(); i++) {
            Path jar = Files.createFile(target.resolve(oldestFirst.get(i)));
            Files.setLastModifiedTime(jar, FileTime.from(Instant.EPOCH.plusSeconds(i)));
        }
        assertEquals(
                target.toAbsolutePath().resolve("mine-2.jar") + ":api.jar",
                StageProgram.of(stage).classPath());
    }

    private static NodeSpec node(int port, List<String> cluster, Map<String, String> via) {
        return new NodeSpec(
                NodeSpec.LOOPBACK, port, FIRST, Path.of("data"), Path.of("tmp"), cluster, via, List.of(), "128m");
    }

    private static List<String> afterData(NodeSpec node) {
        List<String> command = new StageProgram("stage", "jar", "Factory").command(node);
        return command.subList(command.indexOf("--data") + 2, command.size());
    }
}
