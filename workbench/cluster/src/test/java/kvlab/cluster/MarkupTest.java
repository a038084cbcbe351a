package kvlab.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class MarkupTest {

    @Test
    void nothingOfATextIsMarkup() {
        assertEquals("&lt;b id=&quot;1&quot; c=&#39;2&#39;&gt; &amp;amp;", Markup.escaped("<b id=\"1\" c='2'> &amp;"));
    }

    @Test
    void linesAndTabsAreKeptInAnAttributeToo() {
        assertEquals("a&#10;b\tc", Markup.escaped("a\nb\tc"));
    }

    @Test
    void whatIsNoCharacterLeavesAMark() {
        assertEquals(
                "\ufffd \ufffd \ufffd \ufffd \ufffd \ud83d\ude00",
                Markup.escaped("\u0001 \r \u0085 \ud83d \uffff \ud83d\ude00"));
    }

    @Test
    void pageInAnAttributeStaysMarkup() {
        assertEquals("<p id=&quot;a&quot;>&amp;lt; 'b'</p>", Markup.inAnAttribute("<p id=\"a\">&lt; 'b'</p>"));
    }
}
