package kvlab.node;

/** The command line asks for something that there is not: the sentence says what was given and what is expected. */
final class UsageException extends Exception {

    private static final long serialVersionUID = 1L;

    UsageException(String message) {
        super(message);
    }
}
