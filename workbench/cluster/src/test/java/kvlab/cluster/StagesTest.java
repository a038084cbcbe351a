package kvlab.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StagesTest {

    @TempDir
    private Path home;

    private Stages stages;

    @BeforeEach
    void twoStages() throws IOException {
        build(home.resolve("stages/2-sharding"), "kvlab.sharding.StageFactory");
        build(home.resolve("stages/1-single-node"), "kvlab.single.StageFactory");
        Files.createDirectories(home.resolve("stages/api"));
        stages = new Stages(home);
    }

    @Test
    void stagesAreTheNumberedFolders() throws IOException {
        assertEquals(List.of("1-single-node", "2-sharding"), stages.names());
    }

    @Test
    void stageIsItsJarItsDependenciesAndItsFactory() throws Exception {
        StageProgram stage = stages.find("2-sharding");
        assertEquals("2-sharding", stage.name());
        assertEquals("kvlab.sharding.StageFactory", stage.factory());
        assertEquals(home.resolve("stages/2-sharding/target/stage.jar") + ":/a.jar:/b.jar", stage.classPath());
    }

    @Test
    void projectOfAStudentIsFoundByItsFolder() throws Exception {
        Path project = home.resolve("elsewhere/my-stage");
        build(project, "mine.StageFactory");
        StageProgram stage = stages.find(project.toString());
        assertEquals("my-stage", stage.name());
        assertEquals("mine.StageFactory", stage.factory());
    }

    @Test
    void unknownStageIsAnsweredWithThoseThatThereAre() {
        assertEquals(
                "there is no stage '3-replication'; there are 1-single-node, 2-sharding", mistake("3-replication"));
    }

    @Test
    void folderThatIsNotBuiltIsToldApart() throws IOException {
        Path folder = Files.createDirectories(home.resolve("folder"));
        assertEquals(
                folder + " is not a stage that is built: " + folder
                        + "/target/classes/META-INF/services/kvlab.node.NodeFactory is missing",
                mistake(folder.toString()));
    }

    @Test
    void laterStagesAreClusters() {
        assertEquals(OptionalInt.of(1), named("1-single-node").usualNodes());
        assertEquals(OptionalInt.of(3), named("2-sharding").usualNodes());
        assertEquals(OptionalInt.of(3), named("10-moon").usualNodes());
        assertEquals(OptionalInt.empty(), named("mine-2").usualNodes());
        StageProgram mine = new StageProgram("mine-2", "3-replication", "/a.jar", "a.StageFactory", Jvm.own(), null);
        assertEquals(OptionalInt.of(3), mine.usualNodes());
    }

    private static StageProgram named(String name) {
        return new StageProgram(name, "/a.jar", "a.StageFactory");
    }

    private String mistake(String name) {
        return assertThrows(UsageException.class, () -> stages.find(name)).getMessage();
    }

    private static void build(Path project, String factory) throws IOException {
        Path services = Files.createDirectories(project.resolve("target/classes/META-INF/services"));
        Files.writeString(services.resolve("kvlab.node.NodeFactory"), factory + "\n");
        Files.writeString(project.resolve("target/classpath"), "/a.jar:/b.jar");
        Files.createFile(project.resolve("target/stage.jar"));
    }
}
