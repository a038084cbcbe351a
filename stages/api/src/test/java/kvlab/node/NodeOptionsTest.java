package kvlab.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeOptionsTest {

    private static final List<Setting> SETTINGS = List.of(
            new Setting("store", List.of("base", "tuned"), "how it stores"),
            new Setting("pool", List.of("2", "4"), "how many threads"),
            new Setting("compression", List.of("none", "zstd"), "of what is stored", "store=tuned"),
            new Setting("sync", List.of("no", "yes"), "whether it waits for the disk", "store=base"));

    @Test
    void aloneANodeIsItsWholeCluster() throws UsageException {
        NodeConfig config = parse("--port 8080 --data d");
        assertEquals("127.0.0.1", config.bind());
        assertEquals(8080, config.port());
        assertEquals(Path.of("d"), config.data());
        assertEquals("http://127.0.0.1:8080", config.self());
        assertEquals(List.of("http://127.0.0.1:8080"), config.cluster());
        assertEquals(Map.of("store", "base", "pool", "2", "compression", "none", "sync", "no"), config.settings());
    }

    @Test
    void membersAreTakenAsTheyAreWritten() throws UsageException {
        NodeConfig config = parse("--port 9000 --data d --cluster http://b:1,http://a:2 --self http://a:2"
                + " --via http://b:1=127.0.0.1:7001 --bind 0.0.0.0");
        assertEquals(List.of("http://b:1", "http://a:2"), config.cluster());
        assertEquals("http://a:2", config.self());
        assertEquals(Map.of("http://b:1", "127.0.0.1:7001"), config.via());
        assertEquals("0.0.0.0", config.bind());
    }

    @Test
    void settingsAreTakenOverTheirDefaults() throws UsageException {
        assertEquals(
                Map.of("store", "tuned", "pool", "4", "compression", "none", "sync", "no"),
                parse("--port 1 --data d --set store=tuned --set pool=4").settings());
    }

    @Test
    void settingThatNeedsAnotherIsTakenBesideItInWhateverOrder() throws UsageException {
        String both = "--port 1 --data d --set compression=zstd --set store=tuned";
        assertEquals("zstd", parse(both).setting("compression"));
    }

    @Test
    void settingThatNeedsAnotherChoosesIt() throws UsageException {
        assertEquals("tuned", parse("--port 1 --data d --set compression=none").setting("store"));
    }

    @Test
    void factoryIsFoundByItsName() throws UsageException {
        assertInstanceOf(
                NoSettings.class,
                NodeOptions.parse("--factory", NoSettings.class.getName()).factory());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', textBlock = """
        --prot 1 ~ unknown option '--prot'; there are --factory, --port, --data, --cluster, --self, --via, --bind, --set, --help
        --port ~ --port needs a value
        --data d ~ --port is missing
        --port 1 ~ --data is missing
        --port 1 --port 2 --data d ~ --port is given twice
        --port 0 --data d ~ --port 0: expected a number from 1 to 65535
        --port 65536 --data d ~ --port 65536: expected a number from 1 to 65535
        --port x --data d ~ --port x: expected a number from 1 to 65535
        --port 1 --data d --self a ~ --self a: expected http://HOST:PORT
        --port 1 --data d --bind no.such.invalid ~ --bind no.such.invalid: expected an address of this machine
        --port 1 --data d --cluster http://a ~ --cluster http://a: expected http://HOST:PORT
        --port 1 --data d --cluster http://a:1/ ~ --cluster http://a:1/: expected http://HOST:PORT
        --port 1 --data d --cluster http://a:1, ~ --cluster : expected http://HOST:PORT
        --port 1 --data d --cluster http://a:1 ~ --cluster http://a:1 does not name this node, http://127.0.0.1:1; add it, or say with --self which member this is
        --port 1 --data d --self http://a:1 --cluster http://a:1,http://a:1 ~ --cluster names a member twice: http://a:1,http://a:1
        --port 1 --data d --via http://a:1 ~ --via http://a:1: expected URL=HOST:PORT
        --port 1 --data d --via http://a:1=b:2 ~ --via http://a:1=b:2: http://a:1 is not in --cluster
        --port 1 --data d --via http://127.0.0.1:1=b ~ --via http://127.0.0.1:1=b: expected URL=HOST:PORT
        --port 1 --data d --set stor=base ~ --set stor=base: there is no setting 'stor'; there is store=base|tuned, pool=2|4, compression=none|zstd, sync=no|yes
        --port 1 --data d --set store=fast ~ --set store=fast: expected store=base|tuned (how it stores)
        --port 1 --data d --set store ~ --set store: expected store=base|tuned (how it stores)
        --port 1 --data d --set pool=2 --set pool=4 ~ --set pool is given twice
        --port 1 --data d --set compression=zstd --set sync=yes ~ --set sync=yes does nothing with store=tuned: it needs --set store=base
        --port 1 --data d --set store=base --set compression=none ~ --set compression=none does nothing with store=base: it needs --set store=tuned
        """)
    void mistakesAreNamed(String commandLine, String message) {
        UsageException e = assertThrows(UsageException.class, () -> parse(commandLine));
        assertEquals(message, e.getMessage());
    }

    @Test
    void factoryThatIsNoneIsNamed() {
        assertEquals(
                "--factory kvlab.Nothing: there is no such class on the class path", factoryMistake("kvlab.Nothing"));
        assertEquals(
                "--factory java.lang.String: the class is not a kvlab.node.NodeFactory",
                factoryMistake("java.lang.String"));
        assertEquals(
                "--factory " + Hidden.class.getName() + ": the class has no public constructor without parameters",
                factoryMistake(Hidden.class.getName()));
    }

    private static String factoryMistake(String name) {
        return assertThrows(
                        UsageException.class,
                        () -> NodeOptions.parse("--factory", name).factory())
                .getMessage();
    }

    private static NodeConfig parse(String commandLine) throws UsageException {
        return NodeOptions.parse(commandLine.split(" ")).config(SETTINGS);
    }

    /** A factory that can be made. */
    public static final class NoSettings implements NodeFactory {

        @Override
        public List<Setting> settings() {
            return List.of();
        }

        @Override
        public Node create(NodeConfig config) {
            throw new UnsupportedOperationException("this test starts no node");
        }
    }

    static final class Hidden implements NodeFactory {

        private Hidden() {}

        @Override
        public List<Setting> settings() {
            return List.of();
        }

        @Override
        public Node create(NodeConfig config) {
            throw new UnsupportedOperationException("this test starts no node");
        }
    }
}
