package kvlab.handout;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The body of an exercise, as it can be told again wherever it is quoted: as it is, wrapped otherwise, in a string, a notebook's
 * JSON or the lines of a comment. So letters and digits alone count, and two lines of it are enough.
 *
 * @param exercise as {@code AckFrom.of}
 * @param pieces each of two lines in a row; of a body that is too short for one, all of it
 */
record Solution(String exercise, List<String> pieces) {

    /** Two lines of fewer letters and digits may be anybody's: the kit has none of 30 twice. */
    private static final int SHORTEST = 30;

    static Solution of(ExerciseFile file, ExerciseFile.Exercise exercise) {
        List<String> lines = file.text()
                .substring(exercise.from(), exercise.to())
                .lines()
                .filter(line -> !line.strip().startsWith("//"))
                .map(Solution::letters)
                .filter(line -> !line.isEmpty())
                .toList();
        List<String> pieces = new ArrayList<>();
        for (int i = 0; i < Math.max(1, lines.size() - 1); i++) {
            String piece = String.join("", lines.subList(i, Math.min(i + 2, lines.size())));
            if (piece.length() >= SHORTEST) {
                pieces.add(piece);
            }
        }
        String all = String.join("", lines);
        if (pieces.isEmpty() && !all.isEmpty()) {
            // It may be anybody's; but to be told of a line too many is better than to hand out a solution.
            pieces.add(all);
        }
        return new Solution(exercise.method(), pieces);
    }

    /** What of it stands in a text of which only the {@link #letters} are left. */
    Optional<String> in(String letters) {
        return pieces.stream().filter(letters::contains).findFirst();
    }

    /** The letters and digits of a text. The letter of \n is none of them. */
    static String letters(String text) {
        StringBuilder letters = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\') {
                i++;
            } else if (c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9') {
                letters.append(c);
            }
        }
        return letters.toString();
    }
}
