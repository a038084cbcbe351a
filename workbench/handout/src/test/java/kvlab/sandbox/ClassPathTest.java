package kvlab.sandbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import kvlab.cluster.StageProgram;
import kvlab.cluster.UsageException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassPathTest {

    @TempDir
    private Path directory;

    @Test
    void aLinkInTheProjectIsJudgedByTheFileItLeadsTo() throws Exception {
        Path project = Files.createDirectory(directory.resolve("mine"));
        Path own = Files.createFile(project.resolve("own.jar"));
        Path kits = Files.createFile(directory.resolve("kits.jar"));
        Path secret = Files.createFile(directory.resolve("secret"));
        Path link = Files.createSymbolicLink(project.resolve("link"), secret);
        Path harmless = Files.createSymbolicLink(project.resolve("harmless"), kits);
        assertEquals(List.of(own, kits, harmless), visible(own + ":" + kits + ":" + harmless, project, kits));
        assertEquals(
                "the class path of " + project + " names " + link
                        + ", which is neither a file of its own nor one of the kit's",
                assertThrows(UsageException.class, () -> visible(own + ":" + link, project, kits))
                        .getMessage());
    }

    private static List<Path> visible(String classPath, Path project, Path kits) throws Exception {
        return ClassPath.visible(new StageProgram("1-single-node", classPath, "Mine"), project, kits.toString());
    }
}
