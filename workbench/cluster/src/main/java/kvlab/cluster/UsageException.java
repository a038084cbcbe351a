package kvlab.cluster;

/** Something was asked for that there is not: the sentence says what was given and what is expected. */
public final class UsageException extends Exception {

    private static final long serialVersionUID = 1L;

    private UsageException(String message) {
        super(message);
    }

    public static UsageException of(String message) {
        return new UsageException(message);
    }
}
