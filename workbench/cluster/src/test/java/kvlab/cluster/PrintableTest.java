package kvlab.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class PrintableTest {

    @Test
    void aTerminalIsToldNoCommands() {
        assertEquals(
                "red \ufffd[31m, back\ufffd over, \ufffd2J, \ufffdright to left",
                Printable.text("red \u001b[31m, back\r over, \u009b2J, \u202eright to left"));
    }

    @Test
    void aShellTakesItForOneWord() {
        assertEquals("/home/anna/my-stage3", Printable.word("/home/anna/my-stage3"));
        assertEquals("my-stage3:nodes=3", Printable.word("my-stage3:nodes=3"));
        assertEquals("'dir=~/x'", Printable.word("dir=~/x"));
        assertEquals("'=x'", Printable.word("=x"));
        assertEquals("'/home/anna/my stage'", Printable.word("/home/anna/my stage"));
        assertEquals("'it'\\''s $HOME'", Printable.word("it's $HOME"));
        assertEquals("'~'", Printable.word("~"));
        assertEquals("''", Printable.word(""));
    }

    @Test
    void whatIsTextIsLeftAsItIs() {
        String text = "Grüße, \u043a\u043b\u044e\u0447 \ud83d\ude00\n\tindented\n";
        assertEquals(text, Printable.text(text));
        assertEquals("two\nlines", Printable.text("two\r\nlines"));
    }
}
