package kvlab.handout;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SolutionTest {

    private static final String FILE = """
            final class Quorum {

                @Exercise(value = "More than half of all nodes", rule = "R1")
                static int of(int nodes) BODY
            }
            """;

    @Test
    void twoLinesOfItTellIt() throws IOException {
        Solution solution = solution("{\n  int half = nodes / 2;\n  return half + 1 > nodes ? nodes : half + 1;\n}");
        String quoted = "\"int half = nodes / 2;\\n\",\n \"return half + 1 > nodes ? nodes : half + 1;\"";
        assertEquals(Optional.of("inthalfnodes2returnhalf1nodesnodeshalf1"), in(solution, quoted));
        assertEquals(Optional.empty(), in(solution, "int half = nodes / 2;"));
    }

    @Test
    void ofAShortBodyAllOfItDoes() throws IOException {
        Solution solution = solution("{\n  return nodes / 2 + 1;\n}");
        assertEquals(Optional.of("returnnodes21"), in(solution, "the answer: `return nodes/2 + 1`"));
        assertEquals(Optional.empty(), in(solution, "return nodes;"));
    }

    @Test
    void anEmptyBodyIsNoSolution() throws IOException {
        assertEquals(Optional.empty(), in(solution("{}"), "anything"));
    }

    private static Solution solution(String body) throws IOException {
        ExerciseFile file = ExerciseFile.of("Quorum.java", FILE.replace("BODY", body));
        return Solution.of(file, file.exercises().get(0));
    }

    private static Optional<String> in(Solution solution, String text) {
        return solution.in(Solution.letters(text));
    }
}
