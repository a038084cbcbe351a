package kvlab.single;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BodyTest {

    @Test
    void piecesBecomeOneArray() {
        Body body = Body.of(List.of(bytes("one "), bytes("two "), bytes("three, and what is unused")), 13);
        assertEquals(13, body.size());
        assertEquals("one two three", new String(body.bytes(), ISO_8859_1));
    }

    @Test
    void whoeverAsksAgainGetsTheSameArray() {
        Body body = Body.of(new ArrayList<>(List.of(bytes("one "), bytes("two"))), 7);
        assertSame(body.bytes(), body.bytes());
    }

    @Test
    void whatCameWholeIsNotCopied() {
        byte[] whole = bytes("whole");
        assertSame(whole, Body.of(whole).bytes());
    }

    private static byte[] bytes(String text) {
        return text.getBytes(ISO_8859_1);
    }
}
