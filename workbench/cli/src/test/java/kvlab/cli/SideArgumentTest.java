package kvlab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import kvlab.cluster.UsageException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SideArgumentTest {

    private static final Path HOME = Path.of(System.getProperty("kvlab.home"));

    /** The name of a folder may have a colon, too. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        4-async-client:client=own-pool,pool=4 | 4-async-client | client=own-pool pool=4 | A client=own-pool pool=4
        3-replication                         | 3-replication  | ''                     | A
        a:b/mine                              | a:b/mine       | ''                     | A
        a:b/mine:store=base                   | a:b/mine       | store=base             | A store=base
        """)
    void settingsStandBehindAColon(String argument, String stage, String settings, String name) {
        SideArgument side = SideArgument.of(argument);
        assertEquals(stage, side.stage());
        assertEquals(settings, String.join(" ", side.settings()));
        assertEquals(name, side.name("A"));
    }

    @Test
    void oneSideMayHaveMoreNodesAndSlowerLinks() throws Exception {
        LoadOptions.Cluster all = new LoadOptions.Cluster(null, 3, List.of(), Duration.ZERO);
        LoadOptions.Cluster five =
                SideArgument.of("2-sharding:nodes=5,workers=2,link-delay=5ms").with(all, HOME);
        assertEquals(5, five.nodes());
        assertEquals(Duration.ofMillis(5), five.linkDelay());
        assertEquals(List.of("workers=2"), five.settings());
        UsageException e = assertThrows(
                UsageException.class,
                () -> SideArgument.of("2-sharding:nodes=five").with(all, HOME));
        assertEquals("2-sharding:nodes=five: five is not a number", e.getMessage());
    }

    @Test
    void oneSideMayRunOnAnotherJdk() throws Exception {
        UsageException e = assertThrows(
                UsageException.class,
                () -> SideArgument.of("4-async-client:jdk=9")
                        .with(new LoadOptions.Cluster(null, 3, List.of(), Duration.ZERO), HOME));
        assertTrue(
                e.getMessage().startsWith("jdk=9: there is no such JDK on this machine; there are "), e.getMessage());
    }

    @Test
    void settingsOfOneSideComeOnTopOfThoseOfAll() throws Exception {
        LoadOptions.Cluster all = new LoadOptions.Cluster(null, 3, List.of("deadline=1s"), Duration.ZERO);
        assertEquals(
                List.of("deadline=1s", "client=futures"),
                SideArgument.of("4-async-client:client=futures").with(all, HOME).settings());
    }
}
