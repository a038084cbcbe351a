package kvlab.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CommandProgramTest {

    private final NodeSpec node = new NodeSpec(
            NodeSpec.LOOPBACK,
            9081,
            "http://127.0.0.1:8081",
            Path.of("/data/one two"),
            Path.of("/tmp"),
            List.of("http://127.0.0.1:8080", "http://127.0.0.1:8081"),
            Map.of(),
            List.of(),
            "128m");

    @Test
    void placesAreFilled() throws UsageException {
        assertEquals(
                List.of(
                        "./node",
                        "--port",
                        "9081",
                        "--all=http://127.0.0.1:8080,http://127.0.0.1:8081",
                        "--me",
                        "http://127.0.0.1:8081"),
                CommandProgram.of("./node --port {port} --all={cluster} --me {node}")
                        .command(node));
    }

    @Test
    void aWordStaysOneWhateverIsFilledIn() throws UsageException {
        assertEquals(
                List.of("node", "9081", "/data/one two"),
                CommandProgram.of("node {port}  {data}").command(node));
    }

    @Test
    void quotesKeepWordsTogether() throws UsageException {
        assertEquals(
                List.of("my node", "say \"hi\"", "port=9081 or so"),
                CommandProgram.of("'my node' 'say \"hi\"' port=\"{port} or so\"")
                        .command(node));
    }

    @Test
    void theProgramIsNamedByItsFirstWord() throws UsageException {
        assertEquals("./my node", CommandProgram.of("'./my node' {port}").name());
    }

    @Test
    void aTemplateThatCannotWorkIsRefused() {
        assertEquals("--command ./node: expected {port} in it, where the port goes", refusal("./node"));
        assertEquals(
                "--command ./node {port} {dir}: there is no {dir}; there are {port}, {data}, {cluster} and {node}",
                refusal("./node {port} {dir}"));
        assertEquals("--command ./node '{port}: a quote is not closed", refusal("./node '{port}"));
    }

    private static String refusal(String template) {
        return assertThrows(UsageException.class, () -> CommandProgram.of(template))
                .getMessage();
    }
}
