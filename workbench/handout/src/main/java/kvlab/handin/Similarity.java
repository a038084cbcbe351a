package kvlab.handin;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * How alike hand-ins are, pair by pair. A number accuses nobody: who solves the same task with the same hints writes the same
 * lines, and whoever reads it has to look at the code.
 *
 * @param pairs the most alike first
 */
public record Similarity(List<Pair> pairs) {

    /** As the kit's own solution is called among the students, none of whom can have that key. */
    public static final String REFERENCE = "(reference)";

    /** From which share on a pair is worth a look. */
    static final double WORTH_A_LOOK = 0.5;

    private static final String HEAD = "submissionName1,submissionName2,averageSimilarity,maxSimilarity";

    /**
     * @param average of the shares of each that the other has too
     * @param most the larger of the two
     */
    public record Pair(String one, String other, double average, double most) {

        boolean isOf(String key) {
            return one.equals(key) || other.equals(key);
        }

        String besides(String key) {
            return one.equals(key) ? other : one;
        }
    }

    public Similarity {
        pairs = pairs.stream()
                .sorted(Comparator.comparingDouble(Pair::average).reversed())
                .toList();
    }

    /** @param csv as JPlag writes it */
    public static Similarity parse(String csv) throws IOException {
        List<String> lines = csv.lines().toList();
        if (lines.isEmpty() || !lines.get(0).equals(HEAD)) {
            throw new IOException("JPlag's results.csv begins otherwise than expected: " + HEAD);
        }
        List<Pair> pairs = new ArrayList<>();
        for (String line : lines.subList(1, lines.size())) {
            String[] cells = line.split(",");
            try {
                pairs.add(new Pair(cells[0], cells[1], Double.parseDouble(cells[2]), Double.parseDouble(cells[3])));
            } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
                throw new IOException("JPlag's results.csv has a line that is no pair: " + Words.cut(line, 100), e);
            }
        }
        return new Similarity(pairs);
    }

    /** Null of one that JPlag could not read. */
    Pair mostAlike(String key) {
        return pairs.stream().filter(pair -> pair.isOf(key)).findFirst().orElse(null);
    }

    List<Pair> worthALook() {
        return pairs.stream().filter(pair -> pair.average() >= WORTH_A_LOOK).toList();
    }
}
