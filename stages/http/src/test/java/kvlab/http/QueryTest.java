package kvlab.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Random;
import org.junit.jupiter.api.Test;

class QueryTest {

    private static final int ROUNDS = 10_000;

    private final Random random = new Random(7);

    @Test
    void aKeyIsTheSameEncodedAndAsItIs() {
        for (int round = 0; round < ROUNDS; round++) {
            byte[] key = key();
            String raw = new String(key, ISO_8859_1).replace("%", "%25").replace("&", "%26");
            assertArrayEquals(key, new Query("id=" + Query.encoded(key)).value("id"));
            assertArrayEquals(key, new Query("a=1&id=" + raw + "&id2=x").value("id"));
        }
    }

    /** Any text of a query either gives a key of valid UTF-8 or is refused. */
    @Test
    void arbitraryBytesAreAKeyOrARefusal() {
        for (int round = 0; round < ROUNDS; round++) {
            byte[] bytes = new byte[1 + random.nextInt(12)];
            random.nextBytes(bytes);
            for (int i = 0; i < bytes.length; i++) {
                // Percent signs and digits are rare among random bytes.
                bytes[i] = random.nextInt(3) == 0 ? (byte) "%0aF&=i".charAt(random.nextInt(7)) : bytes[i];
            }
            try {
                byte[] key = new Query("id=" + new String(bytes, ISO_8859_1)).value("id");
                assertArrayEquals(key, new String(key, UTF_8).getBytes(UTF_8));
            } catch (Refusal refusal) {
                assertEquals(400, refusal.response().getStatus());
            }
        }
    }

    @Test
    void aNameIsNoPartOfAnother() {
        assertNull(new Query("idx=1&xid=2").value("id"));
        assertArrayEquals(new byte[0], new Query("idx=1&id").value("id"));
        assertThrows(Refusal.class, () -> new Query("id=1&id=1").value("id"));
    }

    private byte[] key() {
        StringBuilder text = new StringBuilder();
        int length = 1 + random.nextInt(20);
        while (text.length() < length) {
            int c = random.nextInt(3) == 0 ? random.nextInt(Character.MAX_CODE_POINT) : 1 + random.nextInt(127);
            if (c > 0 && (c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE)) {
                text.appendCodePoint(c);
            }
        }
        return text.toString().getBytes(UTF_8);
    }
}
