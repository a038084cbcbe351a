package kvlab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import com.google.gson.Gson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import kvlab.cluster.Ports;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** ./lab notebook as a student uses it: JupyterLab in a browser, one click, and the charts are there. */
@Tag("slow")
class JupyterLabTest {

    private static final Path KIT = Path.of(System.getProperty("kvlab.home"));
    private static final Pattern ADDRESS =
            Pattern.compile("http://(?:localhost|127\\.0\\.0\\.1):\\d+/lab\\S*token=\\w+");
    private static final Duration STARTS = Duration.ofMinutes(2);
    private static final Duration RUNS = Duration.ofMinutes(3);

    private static final String IDLE =
            "document.querySelector('.jp-Notebook-ExecutionIndicator')?.dataset.status == 'idle'";
    /**
     * The indicator alone is not enough: JupyterLab first shows an empty notebook, which is idle. If a kernel is restarted while
     * it starts, JupyterLab may lose the restart, and the cells then wait for ever.
     */
    private static final String READY = "document.body?.innerText.includes('Java (kvlab) | Idle') == true";

    private static final String PICTURES = "[...document.querySelectorAll('.jp-OutputArea-output img')]";
    private static final String TABS = ".lm-DockPanel-tabBar .lm-TabBar-tab";

    @TempDir
    private Path home;

    @BeforeAll
    static void setUp() throws Exception {
        Browser.require();
        NotebookEnvironment.require();
    }

    @BeforeEach
    void makeKit() throws Exception {
        BuiltKit.in(home);
        Files.createDirectories(home.resolve("notebooks"));
        Files.writeString(Files.createDirectories(home.resolve("docs")).resolve("page.md"), "A page.\n");
        BuiltKit.command(home);
        NotebookEnvironment.in(home);
        BuiltKit.recorded(home, "3-replication/put-5000");
        String measure = "bench(\"1-single-node --rate 200 --scale smoke --keys 100 --warm-up 0 --port " + Ports.free(1)
                + "\").charts()";
        notebook("recordedComparison(\"3-replication/put-5000\").chart(\"latency\")", measure);
    }

    private Process start(Path said) throws IOException {
        ProcessBuilder command = new ProcessBuilder("./lab", "notebook", "seen")
                .directory(home.toFile())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile());
        // Else it would open the browser of whoever runs this test.
        command.environment().put("BROWSER", "true");
        return command.start();
    }

    @Test
    void opensANotebookFollowsItsLinkRunsAllOfItAndShowsTheCharts() throws Exception {
        Path said = home.resolve("said");
        Process lab = start(said);
        try (Browser browser = Browser.open(address(lab, said))) {
            browser.await("a notebook whose kernel is ready", READY, STARTS);
            // First, because JupyterLab takes cells out of the page once charts have pushed them out of view.
            followLink(browser);
            browser.clickUntil(TABS + "[title*='seen.ipynb']", "the notebook again", isCurrent("seen.ipynb"), STARTS);
            runAll(browser);
        } finally {
            List<ProcessHandle> all = lab.descendants().toList();
            lab.destroy();
            assertTrue(lab.waitFor(90, TimeUnit.SECONDS));
            Processes.awaitEnd(all);
        }
    }

    private static void followLink(Browser browser) throws Exception {
        String link = ".jp-RenderedMarkdown a";
        String isKnown = "document.querySelector('" + link + "')?.href.includes('/files/docs/page.md') == true";
        browser.await("a link whose page JupyterLab has looked for", isKnown, STARTS);
        browser.clickUntil(link, "the page behind the link", isCurrent("page.md"), STARTS);
    }

    private static String isCurrent(String name) {
        return "[...document.querySelectorAll('" + TABS + ".lm-mod-current')]"
                + ".some(each => each.textContent.includes('" + name + "'))";
    }

    private static void runAll(Browser browser) throws Exception {
        browser.clickUntil(
                "[data-jp-item-name=\"restart-and-run\"]",
                "a question",
                "document.querySelector('.jp-Dialog .jp-mod-accept') != null",
                STARTS);
        browser.click(".jp-Dialog .jp-mod-accept");
        browser.await("the chart of what was recorded", PICTURES + ".length >= 1", RUNS);
        browser.await("the charts of what was measured", PICTURES + ".length >= 2 && " + IDLE, RUNS);
        assertEquals(
                "true",
                browser.evaluate(PICTURES + ".every(each => each.naturalWidth > 0 && each.alt.startsWith('Chart: '))"));
        assertEquals("0", browser.evaluate("document.querySelectorAll('[data-mime-type*=\"error\"]').length"));
    }

    /** Where it serves, as it tells somebody who has no browser on that machine. */
    private static String address(Process lab, Path said) throws Exception {
        long until = System.nanoTime() + STARTS.toNanos();
        while (lab.isAlive() && System.nanoTime() < until) {
            Matcher address = ADDRESS.matcher(Files.readString(said));
            if (address.find()) {
                // The browser that it opens itself is shown the notebook; this address is that of all notebooks.
                assertTrue(address.group().contains("/lab/tree/notebooks?"), address.group());
                return address.group().replaceFirst("/lab[^?]*", "/lab/tree/notebooks/seen.ipynb");
            }
            TimeUnit.MILLISECONDS.sleep(100);
        }
        return fail(Files.readString(said));
    }

    private void notebook(String... sources) throws Exception {
        List<String> cells = new ArrayList<>();
        cells.add("""
                {"cell_type": "markdown", "id": "link", "metadata": {}, "source": "[A page](../docs/page.md)"}""");
        for (String source : sources) {
            cells.add("""
                    {"cell_type": "code", "id": "cell-%d", "metadata": {}, "execution_count": null, "outputs": [],
                     "source": %s}""".formatted(cells.size(), new Gson().toJson(source)));
        }
        Files.writeString(home.resolve("notebooks/seen.ipynb"), """
                {"nbformat": 4, "nbformat_minor": 5, "cells": [%s], "metadata": {"kernelspec":
                 {"name": "kvlab", "display_name": "Java (kvlab)", "language": "java"}}}
                """.formatted(String.join(",", cells)));
    }
}
