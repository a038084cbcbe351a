package kvlab.http;

/** The budget of a server, for tests outside of its package. */
public final class KeptBytes {

    private KeptBytes() {}

    public static long left(ClientServer server) {
        return server.budget.left();
    }

    public static void takeAll(ClientServer server) {
        server.budget.tryTake(left(server));
    }
}
