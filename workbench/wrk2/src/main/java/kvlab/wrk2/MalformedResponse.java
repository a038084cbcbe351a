package kvlab.wrk2;

/** An answer that is no HTTP, or none that could be read to its end: its connection is of no more use. */
final class MalformedResponse extends Exception {

    private static final long serialVersionUID = 1L;

    private MalformedResponse(String message) {
        super(message);
    }

    static MalformedResponse because(Framing.Malformed cause) {
        return new MalformedResponse("the server's answer is malformed: " + cause.getMessage());
    }

    static MalformedResponse unasked() {
        return new MalformedResponse("the server sent bytes when no answer was due, expected none");
    }

    static MalformedResponse headTooLarge(int limit) {
        return new MalformedResponse(
                "the server's answer has a head or a line of more than " + limit + " bytes, expected at most that");
    }

    static MalformedResponse bodyTooLarge(int limit) {
        return new MalformedResponse("the server's answer has a body of more than " + limit
                + " bytes, expected at most that where the script has a response()");
    }
}
