package kvlab.bench.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlameGraphsTest {

    private static final Pattern LOADED =
            Pattern.compile("(src|href)\\s*=\\s*['\"](?!https://github.com/async-profiler)");
    private static final Pattern WORST = Pattern.compile("maxdiff\\s*=\\s*(-?\\d+)");

    @TempDir
    private Path folder;

    @Test
    void pageNeedsNothingElse() throws Exception {
        String page = page(StacksTest.recorded(false, "[main tid=1];kvlab/A.b_[j] 5"));
        assertTrue(page.contains("a title") && page.contains("kvlab/A.b"), page);
        assertEquals(
                List.of(),
                LOADED.matcher(page).results().map(MatchResult::group).toList());
    }

    @Test
    void pageIsSmallHoweverManyStacksThereAre() throws Exception {
        Stacks stacks = new Stacks();
        for (int i = 0; i < 60_000; i++) {
            stacks.addRecorded(
                    "[main tid=1];frame" + Integer.toString(i, 26).replaceAll("\\d", "z") + i + " 1", 1, false, 1);
        }
        stacks.addRecorded("[main tid=1];wide 60000", 1, false, 1);
        String page = page(stacks);
        assertTrue(page.length() < 1 << 20, "it has " + page.length());
        assertTrue(page.contains("wide"));
    }

    /** Ten times the requests, and ten times the work: nothing has changed. */
    @Test
    void sameWorkOfARequestIsNoDifference() throws Exception {
        assertEquals(
                0,
                worst(
                        StacksTest.recorded(false, "[main tid=1];a 100"),
                        10,
                        StacksTest.recorded(false, "[main tid=1];a 1000"),
                        100));
    }

    @Test
    void differenceIsThatOfThousandRequests() throws Exception {
        assertEquals(
                5000,
                worst(
                        StacksTest.recorded(false, "[main tid=1];a 100"),
                        10,
                        StacksTest.recorded(false, "[main tid=1];a 1500"),
                        100));
    }

    private long worst(Stacks first, long firstRequests, Stacks second, long secondRequests) throws IOException {
        Path file = folder.resolve("difference.html");
        FlameGraphs.writeDifference(file, "a title", first, firstRequests, second, secondRequests);
        return WORST.matcher(Files.readString(file))
                .results()
                .map(found -> Long.parseLong(found.group(1)))
                .findFirst()
                .orElseThrow();
    }

    private String page(Stacks stacks) throws IOException {
        Path file = folder.resolve("flame.html");
        FlameGraphs.write(file, "a title", stacks);
        return Files.readString(file);
    }
}
