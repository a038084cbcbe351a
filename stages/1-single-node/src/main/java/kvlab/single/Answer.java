package kvlab.single;

/** Where the reply to one request goes. It may be called on any thread; whoever is second is not heard. */
public interface Answer {

    void send(Reply reply);
}
