package kvlab.grader.output;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import kvlab.grader.history.Fault;
import kvlab.grader.history.Finding;
import kvlab.grader.history.History;
import kvlab.grader.history.Judge;
import kvlab.grader.history.Operation;
import kvlab.grader.history.Request;
import kvlab.grader.history.Request.Kind;
import kvlab.grader.history.Verdict;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** A stale read, with much around it. */
class TimelineTest {

    private static final long MS = 1_000_000;

    private final List<Operation> operations = new ArrayList<>();
    private final List<Fault> faults = new ArrayList<>();

    @BeforeEach
    void staleRead() {
        operations.add(request(1, Kind.PUT, "k", "<old>").acknowledged(100 * MS, 102 * MS));
        operations.add(request(2, Kind.PUT, "k", "new").acknowledged(8000 * MS, 8001 * MS));
        operations.add(request(3, Kind.GET, "k", null).read("<old>", 8010 * MS, 8012 * MS));
    }

    private static Request request(int client, Kind kind, String key, String value) {
        return new Request(client, "808" + client, kind, key, value, 2, 3);
    }

    @Test
    void pageNeedsNothingButItself() {
        String page = Timeline.page("R9 <1>", history(), finding());
        assertFalse(page.contains("http://") || page.contains("https://") || page.contains("<script"));
        assertTrue(page.contains("<title>R9 &lt;1&gt;</title>"));
        assertTrue(page.contains(Timeline.STYLE));
    }

    @Test
    void offendingReadIsRedAboveItTheSentence() throws Exception {
        Element figure = figure();
        assertEquals(
                finding().sentence(), figure.getElementsByTagName("p").item(0).getTextContent());
        assertEquals(List.of("GET 3 → '<old>'"), titles(figure, "offending"));
        assertEquals(List.of("PUT 1 '<old>'", "PUT 2 'new'"), titles(figure, "write"));
    }

    @Test
    void nothingOverlapsThoughTheReadTookAThousandthOfTheTime() throws Exception {
        List<Element> bars = new ArrayList<>(shapes("rect", "write"));
        bars.addAll(shapes("rect", "offending"));
        double free = 0;
        for (Element bar : bars) {
            assertTrue(number(bar, "x") >= free, "x " + bar.getAttribute("x") + " is left of " + free);
            assertTrue(number(bar, "width") > 80, bar.getAttribute("width"));
            free = number(bar, "x") + number(bar, "width");
        }
    }

    @Test
    void otherOperationsOnTheKeyAreFaint() throws Exception {
        operations.add(request(4, Kind.PUT, "k", "near").refused(7000 * MS, 7500 * MS));
        operations.add(request(4, Kind.PUT, "k", "far").acknowledged(90_000 * MS, 90_001 * MS));
        operations.add(request(4, Kind.PUT, "other", "aside").acknowledged(7600 * MS, 7700 * MS));
        assertEquals(List.of("PUT 2 'near'"), titles(figure(), "other"));
    }

    @Test
    void thousandsAroundItAreDrawnAsFarAsTheyAreSeen() throws Exception {
        IntStream.range(0, 5000)
                .forEach(i -> operations.add(
                        request(4, Kind.GET, "k", null).refused((1000 + i) * MS, (1000 + i) * MS + MS / 2)));
        int drawn = shapes("rect", "other").size();
        assertTrue(drawn > 50 && drawn < 1000, "" + drawn);
    }

    @Test
    void lostOperationLastsUntilItsClientAsksAgain() throws Exception {
        operations.add(request(4, Kind.PUT, "k", "lost").lost(4000 * MS));
        operations.add(request(4, Kind.PUT, "k", "next").acknowledged(8000 * MS, 8001 * MS));
        Element lost = shapes("rect", "other").get(0);
        assertEquals(number(shapes("rect", "other").get(1), "x"), number(lost, "x") + number(lost, "width"), 0.2);
    }

    @Test
    void whatWasNotAcknowledgedIsDashed() throws Exception {
        operations.set(0, operations.get(0).request().refused(100 * MS, 102 * MS));
        assertEquals(List.of("PUT 1 '<old>'"), titles(figure(), "write unsure"));
    }

    @Test
    void faultsAreBandsOfTheirNode() throws Exception {
        faults.add(new Fault("8082", "killed & wiped", 8002 * MS, 8009 * MS));
        faults.add(new Fault("8084", "paused", 20_000 * MS, 21_000 * MS));
        Element figure = figure();
        assertEquals(List.of("killed & wiped"), titles(figure, "fault"));
        assertTrue(figure.getTextContent().contains("node 8082"));
        assertFalse(figure.getTextContent().contains("node 8084"));
    }

    @Test
    void arrowsTellWhatWasReturnedAndWhatWasDue() throws Exception {
        assertEquals(1, shapes("path", "got").size());
        assertEquals(1, shapes("path", "had").size());
    }

    private History history() {
        return new History(operations, faults);
    }

    private Finding finding() {
        return ((Verdict.Violation) Judge.judge(history(), 1)).finding();
    }

    private Element figure() throws Exception {
        byte[] xml = Timeline.figure(history(), finding()).getBytes(UTF_8);
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(xml))
                .getDocumentElement();
    }

    private List<Element> shapes(String shape, String style) throws Exception {
        return shapes(figure(), shape, style);
    }

    private static List<Element> shapes(Element figure, String shape, String style) {
        NodeList shapes = figure.getElementsByTagName(shape);
        return IntStream.range(0, shapes.getLength())
                .mapToObj(i -> (Element) shapes.item(i))
                .filter(element -> element.getAttribute("class").equals(style))
                .toList();
    }

    private static List<String> titles(Element figure, String style) {
        return shapes(figure, "rect", style).stream()
                .map(Element::getTextContent)
                .toList();
    }

    private static double number(Element element, String name) {
        return Double.parseDouble(element.getAttribute(name));
    }
}
