package kvlab.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AttemptTest {

    private static final int HERE = Runtime.version().feature();

    @TempDir
    private Path home;

    private String missing(String command) {
        return Attempt.missing(home, Words.of(command));
    }

    @Test
    void whatThisMachineHasIsMeasured() {
        assertNull(missing("compare 3-replication 4-async-client --link-delay 5ms"));
        assertNull(missing("compare 3-replication --vary link-delay=0,5ms"));
        assertNull(missing("compare 4-async-client --vary jdk=" + HERE + "," + HERE));
        assertNull(missing("compare 4-async-client --vary store=base,tuned --target ssh://box"));
    }

    @Test
    void delayedLinksAreNotOnATarget() {
        String sentence =
                "links with a delay stand on this machine alone, and the nodes run on ssh://box; run it without a"
                        + " target";
        assertEquals(sentence, missing("compare 3-replication 4-async-client --link-delay 5ms --target ssh://box"));
        assertEquals(sentence, missing("compare 3-replication --vary link-delay=0,5ms --target ssh://box"));
    }

    @Test
    void highestRateIsNotThatOfATarget() {
        assertNull(missing("compare 3-replication 4-async-client --saturate"));
        assertEquals(
                "a highest rate is measured on this machine alone, and the nodes run on ssh://box; run it without a target",
                missing("compare 3-replication 4-async-client --saturate --target ssh://box"));
    }

    @Test
    void jdksAreThoseOfThisMachine() {
        assertEquals(
                "ssh://box has the Java that it has, and this takes JDK 17 and 25 of this machine; run it without a"
                        + " target",
                missing("compare 4-async-client --vary jdk=17,25 --target ssh://box"));
        assertEquals(
                "there is no JDK 3 and no JDK 4 on this machine; ./lab doctor lists those that there are: install what is"
                        + " missing, and run it again",
                missing("compare 4-async-client --vary jdk=3," + HERE + ",4"));
        assertEquals(
                "there is no JDK 3 and no JDK 4 on this machine; ./lab doctor lists those that there are: install what is"
                        + " missing, and run it again",
                missing("compare 4-async-client:client=virtual,jdk=3 5-event-loop:jdk=4 3-replication:jdk=" + HERE));
    }

    @Test
    void whatIsNotMeasuredSaysSoAndShowsNothing() {
        List<Object> shown = new ArrayList<>();
        Attempt attempt = Attempt.missing("there is no moon", new Display() {
            @Override
            public void show(Object value) {
                shown.add(value);
            }

            @Override
            public Live live() {
                return now -> shown.add(now.text());
            }
        });
        attempt.show(made -> made.chart("latency"));
        assertTrue(shown.isEmpty(), shown.toString());
        assertEquals("Not measured: there is no moon.", attempt.text());
        assertEquals("<p>Not measured: there is no moon.</p>\n", attempt.html());
    }
}
