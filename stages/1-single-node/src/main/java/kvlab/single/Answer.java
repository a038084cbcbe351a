package kvlab.single;

import one.nio.http.Response;

/** Sends the response to one request, from any thread. Only the first response is sent. */
public interface Answer {

    void send(Response response);
}
