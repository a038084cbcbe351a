package kvlab.wrk2;

/** What a script gave to send is not one whole HTTP request after another. */
final class MalformedRequest extends Exception {

    private static final long serialVersionUID = 1L;

    private MalformedRequest(String message) {
        super(message);
    }

    static MalformedRequest empty() {
        return new MalformedRequest("the script's request is empty, expected at least one HTTP request");
    }

    static MalformedRequest incomplete(int line, int column, String missing) {
        return new MalformedRequest(
                "the script's request is incomplete: line " + line + ", column " + column + ": " + missing);
    }

    static MalformedRequest because(int line, int column, Framing.Malformed cause) {
        return new MalformedRequest(
                "the script's request is malformed: line " + line + ", column " + column + ": " + cause.getMessage());
    }
}
