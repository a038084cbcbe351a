package kvlab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
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
    void settingsOfOneSideComeOnTopOfThoseOfAll() {
        LoadOptions.Cluster all = new LoadOptions.Cluster(null, 3, List.of("deadline=1s"), Duration.ZERO);
        assertEquals(
                List.of("deadline=1s", "client=nio"),
                SideArgument.of("4-async-client:client=nio").with(all).settings());
    }
}
