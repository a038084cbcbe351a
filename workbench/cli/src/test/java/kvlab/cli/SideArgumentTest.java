package kvlab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.List;
import kvlab.cluster.UsageException;
import org.junit.jupiter.api.Test;

class SideArgumentTest {

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
    void oneSideMayHaveMoreNodes() throws Exception {
        LoadOptions.Cluster all = new LoadOptions.Cluster(null, 3, List.of(), Duration.ZERO);
        LoadOptions.Cluster five =
                SideArgument.of("2-sharding:nodes=5,workers=2").with(all);
        assertEquals(5, five.nodes());
        assertEquals(List.of("workers=2"), five.settings());
        UsageException e = assertThrows(
                UsageException.class,
                () -> SideArgument.of("2-sharding:nodes=five").with(all));
        assertEquals("2-sharding:nodes=five: five is not a number", e.getMessage());
    }

    @Test
    void settingsOfOneSideComeOnTopOfThoseOfAll() throws Exception {
        LoadOptions.Cluster all = new LoadOptions.Cluster(null, 3, List.of("deadline=1s"), Duration.ZERO);
        assertEquals(
                List.of("deadline=1s", "client=nio"),
                SideArgument.of("4-async-client:client=nio").with(all).settings());
    }
}
