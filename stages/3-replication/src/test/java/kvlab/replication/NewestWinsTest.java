package kvlab.replication;

import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The rule R6. */
class NewestWinsTest {

    private final VersionedValue older = new VersionedValue(1, new byte[] {'a'});
    private final VersionedValue deleted = VersionedValue.tombstone(2);
    private final VersionedValue newest = new VersionedValue(3, new byte[0]);

    @Test
    void theNewestWinsWhoeverAnswersFirst() {
        assertSame(newest, NewestWins.of(List.of(older, deleted, newest)));
        assertSame(newest, NewestWins.of(List.of(newest, deleted, older)));
    }

    @Test
    void aTombstoneThatIsNewestWins() {
        assertSame(deleted, NewestWins.of(List.of(older, deleted)));
        assertSame(deleted, NewestWins.of(List.of(deleted, older)));
    }

    @Test
    void whoeverHasItWinsOverWhoeverHasNothing() {
        assertSame(older, NewestWins.of(List.of(VersionedValue.ABSENT, older, VersionedValue.ABSENT)));
        assertSame(deleted, NewestWins.of(List.of(VersionedValue.ABSENT, deleted)));
        assertSame(VersionedValue.ABSENT, NewestWins.of(List.of(VersionedValue.ABSENT, VersionedValue.ABSENT)));
    }
}
