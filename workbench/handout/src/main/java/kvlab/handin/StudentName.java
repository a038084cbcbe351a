package kvlab.handin;

import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.Locale;
import kvlab.cluster.Sha256;

/** Whose hand-in it is, as the student wrote it. */
record StudentName(String text) {

    private static final int LONGEST = 100;
    private static final int LONGEST_KEY = 60;

    /** So many that nobody finds a name with the same ones. */
    private static final int DIGITS_OF_A_HASH = 16;

    /** What turns the direction of writing, and so lets a name look like another one. */
    private static final String DIRECTIONS = "[\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]";

    static StudentName of(String given) throws BadHandIn {
        String name = given == null ? "" : Normalizer.normalize(given.strip(), Normalizer.Form.NFC);
        if (name.isEmpty()) {
            throw BadHandIn.of("the student's name is empty");
        }
        if (name.codePointCount(0, name.length()) > LONGEST) {
            throw BadHandIn.of("the student's name has " + name.codePointCount(0, name.length())
                    + " characters: expected " + LONGEST + " at most");
        }
        if (!name.equals(name.replaceAll("[\\p{Cc}\\p{Cs}\\u2028\\u2029]|" + DIRECTIONS, ""))) {
            throw BadHandIn.of("the student's name holds control characters");
        }
        return new StudentName(name);
    }

    /**
     * The name of a folder, and who is the same student: whose names differ in case only, and in the spaces and signs between
     * words and around them. A name of which more is lost has a part of its hash in it, behind a sign that is in no other.
     */
    String key() {
        String plain = text.toLowerCase(Locale.ROOT).replaceAll("[ _.'-]+", "-").replaceAll("^-|-$", "");
        String key = plain.replaceAll("[^a-z0-9-]+", "").replaceAll("^-+|-+$|-+(?=-)", "");
        boolean isWhole = !key.isEmpty() && key.length() == plain.length() && key.length() <= LONGEST_KEY;
        return isWhole
                ? key
                : key.substring(0, Math.min(key.length(), LONGEST_KEY))
                        + "_"
                        + Sha256.of(plain.getBytes(StandardCharsets.UTF_8)).substring(0, DIGITS_OF_A_HASH);
    }
}
