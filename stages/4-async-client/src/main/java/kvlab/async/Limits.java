package kvlab.async;

import java.util.concurrent.Semaphore;
import kvlab.http.Refusal;
import kvlab.sharding.Deadline;
import one.nio.http.Response;

/**
 * What one request of a client may use: the time until its deadline, and memory. Its memory is counted as it comes, because a
 * GET does not tell how long the values are that the replicas answer.
 */
public final class Limits {

    /** Why a request, or one of its answers, is refused. */
    public static final Refusal FULL = new Refusal(
            Response.SERVICE_UNAVAILABLE,
            "the requests that are under way use all the memory that this node has for them; try again");

    private final Deadline deadline;
    private final Semaphore room;
    private int used;
    private boolean reached;
    private boolean over;

    /** @param room the bytes that all requests of this node may use together */
    public Limits(Deadline deadline, Semaphore room) {
        this.deadline = deadline;
        this.room = room;
    }

    public Deadline deadline() {
        return deadline;
    }

    /** Says whether the request may keep so many bytes more. They count until the request is over. */
    public synchronized boolean admit(int bytes) {
        if (over) {
            return false;
        }
        if (!room.tryAcquire(bytes)) {
            reached = true;
            return false;
        }
        used += bytes;
        return true;
    }

    synchronized boolean wereReached() {
        return reached;
    }

    /** To be called once there is an answer. A later answer finds no room and changes nothing. */
    synchronized void end() {
        over = true;
        room.release(used);
        used = 0;
    }
}
