package kvlab.bench.kept;

/** What is kept in a folder, and read from there later; anybody may have written it. */
interface Kept {

    String schema();

    /** A part that is not there, though nothing can be told without it; null when there is none. */
    String missing();
}
