package kvlab.bench.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import kvlab.cluster.Box;
import kvlab.cluster.CommandProgram;
import kvlab.cluster.UsageException;
import org.junit.jupiter.api.Test;

class CoresTest {

    @Test
    void nodesGetTheFirstTwoAndTheLoadTheOthers() throws Exception {
        assertEquals(new Cores("0,1", "2,3", false), cores(null, "0-3"));
        assertEquals(new Cores("4,6", "7", false), cores(null, "4,6-7"));
    }

    @Test
    void loadSharesWhenThereAreNoOthers() throws Exception {
        assertEquals(new Cores("0,1", null, true), cores(null, "0-1"));
        assertEquals(new Cores("0", null, true), cores(null, "0"));
        assertEquals(new Cores("0,1,2", null, true), cores("0-2", "0-2"));
    }

    /** As of docker --cpus: with 8 cores and the time of 2, who runs on six of them takes the nodes' time all the same. */
    @Test
    void loadSharesWhenAQuotaLeavesItNoTimeOfItsOwn() throws Exception {
        assertEquals(new Cores("0,1", null, true), withQuota(null, 2.0));
        assertEquals(new Cores("0,1", null, true), withQuota(null, 2.5));
        assertEquals(new Cores("0,1", "2,3,4,5,6,7", false), withQuota(null, 3.0));
        assertEquals(new Cores("0", "1,2,3,4,5,6,7", false), withQuota("0", 2.0));
    }

    private static Cores withQuota(String wanted, double quota) throws UsageException {
        return Cores.of(wanted, true, status("0-7"), quota).orElseThrow();
    }

    @Test
    void coresThatAreNamedGoBeforeTheUsualOnes() throws Exception {
        assertEquals(new Cores("1", "0", false), cores("1", "0-1"));
        assertEquals(new Cores("0,2,3", "1", false), cores("2-3,0", "0-3"));
    }

    @Test
    void coreThatThereIsNotIsNamed() {
        assertEquals("--cores 0,9: there is no core 9 here; there are 0-3", mistake("0,9", "0-3"));
        assertEquals("--cores 1-9999: there is no core 4 here; there are 0-3", mistake("1-9999", "0-3"));
    }

    @Test
    void whatIsNoListOfCoresIsToldEvenWithoutTaskset() {
        assertEquals("--cores 0;1: expected numbers of cores, as 0,1 or 0-3", mistake("0;1", "0-3"));
        assertEquals("--cores 3-1: expected numbers of cores, as 0,1 or 0-3", mistake("3-1", "0-3"));
        assertThrows(UsageException.class, () -> Cores.of("x", false, "", null));
    }

    @Test
    void whoHasWhichIsToldInHalfASentence() {
        assertEquals("0,1, shared with the load", new Cores("0,1", null, true).words());
        assertEquals("0,1; the load on 2,3", new Cores("0,1", "2,3", false).words());
        assertEquals("0,1", new Cores("0,1", null, false).words());
    }

    /** Six cores of its own, and two threads that can fill two of them: these are what it may run out of. */
    @Test
    void loadWithCoresOfItsOwnIsHeldAgainstThoseItCanUse() {
        assertEquals(2, plan(2, new Cores("0,1", "2,3,4,5,6,7", false)).loadProcessors());
        assertEquals(3, plan(8, new Cores("0,1", "2,3,4", false)).loadProcessors());
        int here = Box.HERE.processors();
        assertEquals(here, plan(1, null).loadProcessors());
        assertEquals(here, plan(1, new Cores("0,1", null, true)).loadProcessors());
    }

    private static BenchPlan plan(int threads, Cores cores) {
        return new BenchPlan(
                new CommandProgram("server {port}"),
                1,
                List.of(),
                8090,
                Duration.ZERO,
                cores,
                Place.HERE,
                new Load(Op.PUT, 1000, 64, threads, 20, 100, 64, 1, null, 60, null));
    }

    @Test
    void withoutTasksetTheSystemChooses() throws Exception {
        assertEquals(Optional.empty(), Cores.of("0", false, status("0-3"), null));
        assertEquals(Optional.empty(), Cores.of(null, true, "", null));
    }

    private static Cores cores(String wanted, String allowed) throws UsageException {
        return Cores.of(wanted, true, status(allowed), null).orElseThrow();
    }

    private static String mistake(String wanted, String allowed) {
        return assertThrows(UsageException.class, () -> cores(wanted, allowed)).getMessage();
    }

    private static String status(String allowed) {
        return "Name:\tjava\nCpus_allowed:\tf\nCpus_allowed_list:\t" + allowed + "\nMems_allowed:\t1\n";
    }
}
