package kvlab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import kvlab.cluster.UsageException;
import org.junit.jupiter.api.Test;

class SideArgumentTest {

    private static final Path HOME = Path.of(System.getProperty("kvlab.home"));

    @Test
    void settingsStandBehindAColon() {
        SideArgument side = SideArgument.of("4-async-client:client=own-pool,pool=4");
        assertEquals(new SideArgument("4-async-client", List.of("client=own-pool", "pool=4")), side);
        assertEquals("4-async-client client=own-pool pool=4", side.name("4-async-client"));
    }

    @Test
    void stageAloneHasNone() {
        assertEquals(new SideArgument("3-replication", List.of()), SideArgument.of("3-replication"));
        assertEquals("3-replication", SideArgument.of("3-replication").name("3-replication"));
    }

    @Test
    void folderMayHaveAColonInItsName() {
        assertEquals(new SideArgument("a:b/mine", List.of()), SideArgument.of("a:b/mine"));
        assertEquals(new SideArgument("a:b/mine", List.of("store=base")), SideArgument.of("a:b/mine:store=base"));
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
                List.of("deadline=1s", "client=nio"),
                SideArgument.of("4-async-client:client=nio").with(all, HOME).settings());
    }
}
