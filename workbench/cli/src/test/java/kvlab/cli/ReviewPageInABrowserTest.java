package kvlab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import kvlab.handout.GradeFile;
import kvlab.handout.Project;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The page that ./lab review makes of three hand-ins and a file that is none, as an instructor uses it. */
@Tag("slow")
@Timeout(300)
class ReviewPageInABrowserTest {

    private static final Duration SOON = Duration.ofSeconds(60);

    /** Names in the order in which they stand there. */
    private static final String ROWS = "[...document.querySelectorAll('#students tbody tr')].filter(row => !row.hidden)"
            + ".map(row => (row.querySelector('th a') ?? row.querySelector('th')).textContent).join()";

    /** Behind which names there is more to see. */
    private static final String SHOWN = "[...document.querySelectorAll('article')]"
            + ".filter(article => article.getBoundingClientRect().height > 0).map(article => article.id).join()";

    private static final String STUDENT = "#students thead th:nth-child(2) button";
    private static final String SCORE = "#students thead th:nth-child(3) button";

    @TempDir
    private static Path directory;

    private static String page;
    private static Browser browser;
    private static int opened;

    @BeforeAll
    static void review() throws Exception {
        Browser.require();
        Path home = Files.createDirectory(directory.resolve("kit"));
        BuiltKit.in(home);
        HandIns handIns = new HandIns(home, directory.resolve("hand-ins"));
        // As texts, 9 comes after 100.
        handIn(handIns, "Anna", 9);
        handIn(handIns, "Ben", null);
        handIn(handIns, "Carl", 100);
        Files.writeString(handIns.folder().resolve("thesis.zip"), "words");
        handIns.review(1);
        page = handIns.folder().resolve("review/index.html").toUri().toString();
        browser = Browser.open("about:blank");
    }

    /** @param score null for none */
    private static void handIn(HandIns handIns, String name, Integer score) throws Exception {
        Path folder = Files.createDirectory(directory.resolve(name));
        Files.writeString(folder.resolve(Project.FILE), "stage=1-single-node\nkit=0.1\n");
        Path sources = Files.createDirectories(folder.resolve("src/main/java"));
        Files.writeString(sources.resolve("Own.java"), "class Own {}\n");
        if (score != null) {
            Project project = Project.at(folder);
            new GradeFile(project).keep("""
                    {"stage": "1-single-node", "score": SCORE, "max": 100, "seed": 1, "checks": [
                      {"id": "putCreates", "rule": "E1", "name": "a PUT", "points": SCORE, "max": 100,
                       "outcome": "fail", "message": "", "seconds": 0.1}]}
                    """.replace("SCORE", score.toString()), true, project.fingerprint());
        }
        handIns.submit(name, folder);
    }

    @AfterAll
    static void close() throws IOException {
        if (browser != null) {
            browser.close();
        }
    }

    @BeforeEach
    void open() throws Exception {
        // A browser may keep what was typed into a page that is opened again.
        browser.go(page + "?" + ++opened);
    }

    @Test
    void aClickOnAHeadSortsAndTheNextTurnsItRound() throws Exception {
        assertEquals("Anna,Ben,Carl,thesis.zip", browser.evaluate(ROWS));
        sort(STUDENT, "Anna,Ben,Carl,thesis.zip", "ascending");
        sort(STUDENT, "Carl,Ben,Anna,thesis.zip", "descending");
        // What has no score comes last, and what is no hand-in behind all.
        sort(SCORE, "Anna,Carl,Ben,thesis.zip", "ascending");
        sort(SCORE, "Carl,Anna,Ben,thesis.zip", "descending");
        assertEquals("1", browser.evaluate("document.querySelectorAll('[aria-sort]').length"));
    }

    private void sort(String head, String rows, String told) throws Exception {
        browser.click(head);
        String sorted = "document.querySelector('" + head + "').closest('th').getAttribute('aria-sort')";
        browser.await(rows, ROWS + " == '" + rows + "' && " + sorted + " == '" + told + "'", SOON);
    }

    @Test
    void whatIsTypedLeavesTheRowsThatHaveIt() throws Exception {
        browser.click("#find");
        browser.type("CARL");
        browser.await("Carl alone", ROWS + " == 'Carl'", SOON);
        browser.type("oline");
        browser.await("nobody", ROWS + " == ''", SOON);
    }

    @Test
    void whatIsChosenLeavesTheRowsOfThatKind() throws Exception {
        browser.evaluate("(choice => { choice.value = 'refused'; choice.dispatchEvent(new Event('input')); })"
                + "(document.getElementById('show'))");
        browser.await("what was not taken alone", ROWS + " == 'thesis.zip'", SOON);
    }

    @Test
    void theTwoThatWereTickedLastStandSideBySide() throws Exception {
        assertEquals("", browser.evaluate(SHOWN));
        browser.click("input[value='s-anna']");
        browser.click("input[value='s-ben']");
        browser.await("Anna and Ben", SHOWN + " == 's-anna,s-ben'", SOON);
        String sides = "['s-anna', 's-ben'].map(id => document.getElementById(id).getBoundingClientRect())";
        assertEquals(
                "true",
                browser.evaluate("(([anna, ben]) => anna.top == ben.top && anna.right <= ben.left)(" + sides + ")"));
        browser.click("input[value='s-carl']");
        browser.await("Ben and Carl", SHOWN + " == 's-ben,s-carl'", SOON);
        assertEquals("false", browser.evaluate("document.querySelector(\"input[value='s-anna']\").checked"));
    }
}
