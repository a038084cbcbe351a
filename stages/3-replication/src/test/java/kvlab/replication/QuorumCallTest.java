package kvlab.replication;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import kvlab.sharding.Deadline;
import kvlab.sharding.PeerFailure;
import org.junit.jupiter.api.Test;

/** The rules R3, R5 and R12, with replicas that do what a test says. */
class QuorumCallTest {

    private static final Duration TIME = Duration.ofSeconds(30);

    /** How long each replica that was asked could have taken. */
    private final List<Deadline> given = new ArrayList<>();

    private interface Behaviour {
        void act() throws PeerFailure, IOException;
    }

    private static final Behaviour ANSWERS = () -> {};

    private static final Behaviour IS_BROKEN = () -> {
        throw PeerFailure.status("http://node", 500);
    };

    private static final Behaviour HAS_A_FULL_DISK = () -> {
        throw new IOException("the disk is full");
    };

    private record Scripted(Behaviour behaviour, List<Deadline> given) implements Replica {

        @Override
        public VersionedValue get(byte[] key, Deadline deadline) throws PeerFailure, IOException {
            given.add(deadline);
            behaviour.act();
            return new VersionedValue(1, key);
        }

        @Override
        public void put(byte[] key, VersionedValue value, Deadline deadline) {
            throw new AssertionError("nobody writes");
        }
    }

    private List<Replica> replicas(Behaviour... behaviours) {
        return Stream.of(behaviours)
                .map(behaviour -> (Replica) new Scripted(behaviour, given))
                .toList();
    }

    @Test
    void aReadAsksNoMoreThanItNeeds() throws TooFewAcks {
        assertEquals(
                2, ask(ReplicaPlan.read(replicas(ANSWERS, ANSWERS, ANSWERS), 2)).size());
        assertEquals(2, given.size());
    }

    @Test
    void aWriteAsksAll() throws TooFewAcks {
        assertEquals(
                3,
                ask(ReplicaPlan.write(replicas(ANSWERS, ANSWERS, ANSWERS), 1)).size());
        assertEquals(3, given.size());
    }

    @Test
    void whoeverFailsIsMadeUpForByTheNext() throws TooFewAcks {
        assertEquals(
                2,
                ask(ReplicaPlan.read(replicas(IS_BROKEN, ANSWERS, ANSWERS), 2)).size());
        assertEquals(
                2,
                ask(ReplicaPlan.write(replicas(HAS_A_FULL_DISK, ANSWERS, ANSWERS), 2))
                        .size());
    }

    /** Whoever hangs uses up what it is given, so that must not be all that is left, unless nobody comes after it. */
    @Test
    void eachOneIsGivenItsShareOfTheTimeThatIsLeft() throws TooFewAcks {
        long start = System.nanoTime();
        Deadline deadline = Deadline.after(start, TIME);
        ask(ReplicaPlan.write(replicas(ANSWERS, ANSWERS, ANSWERS), 2), deadline);
        double slack = System.nanoTime() - start;
        assertEquals(TIME.toNanos() / 3, given.get(0).nanos() - start, slack);
        assertEquals(TIME.toNanos() / 2, given.get(1).nanos() - start, slack);
        assertEquals(deadline, given.get(2));
    }

    @Test
    void tooFewAcksAreToldWithWhoAndWhy() {
        TooFewAcks failure = assertThrows(
                TooFewAcks.class, () -> ask(ReplicaPlan.write(replicas(HAS_A_FULL_DISK, ANSWERS, IS_BROKEN), 2)));
        assertEquals(
                "received 1 of 2 acks; this node failed: the disk is full; node http://node answered 500",
                failure.getMessage());
    }

    private static List<VersionedValue> ask(ReplicaPlan plan) throws TooFewAcks {
        return ask(plan, Deadline.after(System.nanoTime(), TIME));
    }

    private static List<VersionedValue> ask(ReplicaPlan plan, Deadline deadline) throws TooFewAcks {
        return new QuorumCall<VersionedValue>(plan)
                .ask((replica, share) -> replica.get(new byte[] {'a'}, share), deadline);
    }
}
