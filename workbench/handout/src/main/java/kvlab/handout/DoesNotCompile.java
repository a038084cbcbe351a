package kvlab.handout;

/** A student's sources have mistakes; nobody can run them. */
public final class DoesNotCompile extends Exception {

    private static final long serialVersionUID = 1L;

    private final String lines;

    DoesNotCompile(String sentence, String lines) {
        super(sentence);
        this.lines = lines;
    }

    /** What the compiler said, as it said it. */
    public String lines() {
        return lines;
    }
}
