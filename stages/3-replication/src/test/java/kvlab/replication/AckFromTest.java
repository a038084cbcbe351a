package kvlab.replication;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import kvlab.http.Query;
import kvlab.http.Refusal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules R1 and R2, for three nodes unless something else is said. */
class AckFromTest {

    @ParameterizedTest
    @CsvSource({"1, 1/1", "2, 2/2", "3, 2/3", "4, 3/4", "5, 3/5"})
    void whoSaysNothingGetsAQuorumOfAll(int nodes, String expected) throws Refusal {
        assertEquals(expected, AckFrom.of(new Query("id=a"), nodes).toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "replicas=2/3",
                "replicas=2%2F3",
                "replicas=2%2f3&id=a",
                "id=a&replicas=02/3",
                "ack=2&from=3",
                "from=3&id=a&ack=2",
                "ack=%32&from=3",
                "xack=1&ack=2&from=3&ackx=1",
            })
    void everySpelling(String query) throws Refusal {
        assertEquals(new AckFrom(2, 3), AckFrom.of(new Query(query), 3));
    }

    @ParameterizedTest
    @CsvSource({"1/1", "1/2", "2/2", "1/3", "2/3", "3/3"})
    void everyPossiblePair(String pair) throws Refusal {
        assertEquals(pair, AckFrom.of(new Query("replicas=" + pair), 3).toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // ack < 1, ack > from, from < 1, from > n
                "0/3",
                "3/2",
                "0/0",
                "1/0",
                "1/4",
                "4/4",
                // Not two whole numbers.
                "",
                "/",
                "2",
                "2/",
                "/3",
                "2/3/3",
                "-1/3",
                "+2/3",
                "2/-3",
                "2.0/3",
                "2,3",
                "a/b",
                "0x2/3",
                "2/3x",
                " 2/3",
                "2/3 ",
                "2 / 3",
                "2//3",
                "2e0/3",
                "%D9%A2/%D9%A3",
                // Too large for an int, for a long, and for anything.
                "2/2147483648",
                "2147483650/3",
                "2/4294967299",
                "4294967298/4294967299",
                "2/18446744073709551619",
                "1/99999999999999999999999999999999999999",
            })
    void whatIsNoPairIsRefused(String pair) {
        assertRefused("replicas=" + pair);
        int slash = pair.indexOf('/');
        if (slash >= 0) {
            assertRefused("ack=" + pair.substring(0, slash) + "&from=" + pair.substring(slash + 1));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "replicas",
                "replicas=%zz",
                "replicas=2/3&replicas=2/3",
                "replicas=2/3&replicas=",
                "replicas=2/3&ack=2&from=3",
                "replicas=2/3&ack=2",
                "replicas=2/3&from=3",
                "replicas=&ack=2&from=3",
                "ack=2",
                "from=3",
                "ack=2&from",
                "ack&from=3",
                "ack=2&from=3&ack=2",
                "ack=2&from=3&from=3",
                "ack=2/3&from=",
                "ack=&from=2/3",
                "ack=2/3&from=3",
            })
    void whatIsAmbiguousOrIncompleteIsRefused(String query) {
        assertRefused(query);
    }

    @Test
    void aRefusalSaysWhatWasGivenAndWhatIsExpected() {
        assertEquals(
                "replicas are '2/4'; expected 1 <= ACK <= FROM <= 3, the number of nodes",
                assertRefused("replicas=2/4").getMessage());
        assertEquals(
                "replicas are 'two'; expected two whole numbers, as 2/3",
                assertRefused("replicas=two").getMessage());
        assertEquals(
                "ack and from go together; from is missing",
                assertRefused("ack=2").getMessage());
        assertEquals(
                "ack and from go together; ack is missing",
                assertRefused("from=2").getMessage());
        assertEquals(
                "give either replicas=ACK/FROM or ack=ACK&from=FROM",
                assertRefused("replicas=2/3&ack=2").getMessage());
    }

    private static Refusal assertRefused(String query) {
        return assertThrows(Refusal.class, () -> AckFrom.of(new Query(query), 3), query);
    }
}
