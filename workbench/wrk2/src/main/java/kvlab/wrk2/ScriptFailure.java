package kvlab.wrk2;

/** A script that cannot be read or fails; the message names script and line. */
final class ScriptFailure extends Exception {

    private static final long serialVersionUID = 1;

    ScriptFailure(String message) {
        super(message);
    }
}
