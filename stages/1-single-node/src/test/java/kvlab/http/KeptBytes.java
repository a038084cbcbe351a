package kvlab.http;

/** The budget of a server, for tests outside of its package. */
public final class KeptBytes {

    private KeptBytes() {}

    public static int left(ClientServer server) {
        return server.budget.availablePermits();
    }

    public static void takeAll(ClientServer server) {
        server.budget.tryAcquire(left(server));
    }
}
