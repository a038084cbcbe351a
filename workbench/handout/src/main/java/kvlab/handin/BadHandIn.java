package kvlab.handin;

/** A hand-in that is not taken: the sentence says what is wrong with it. */
public final class BadHandIn extends Exception {

    private static final long serialVersionUID = 1L;

    private BadHandIn(String message) {
        super(message);
    }

    static BadHandIn of(String message) {
        return new BadHandIn(message);
    }
}
