package kvlab.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import one.nio.http.Response;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResponseReaderTest {

    private static final int LIMIT = 10;

    private static final byte[] THREE = ("HTTP/1.1 200 OK\r\nContent-Length: 4\r\nVersion: 7\r\n\r\n\r\n\r\n"
                    + "HTTP/1.1 404 Not Found\r\ncontent-length:0\r\n\r\n"
                    + "HTTP/1.1 201 Created\r\nContent-Length: 10\r\n\r\n0123456789")
            .getBytes(ISO_8859_1);

    private final ResponseReader reader = new ResponseReader(LIMIT);

    /** A piece ends anywhere, in a line end too, and may hold the end of one response and all of the next. */
    @Test
    void responsesComeInPiecesOfEverySize() throws Exception {
        for (int size = 1; size <= THREE.length; size++) {
            List<Response> responses = new ArrayList<>();
            for (int from = 0; from < THREE.length; from += size) {
                int to = Math.min(from + size, THREE.length);
                for (int at = from; at < to; ) {
                    at += reader.take(THREE, at, to);
                    if (reader.isComplete()) {
                        responses.add(reader.next());
                    }
                }
            }
            assertEquals(
                    List.of(200, 404, 201),
                    responses.stream().map(Response::getStatus).toList(),
                    "in " + size);
            assertEquals("7", responses.get(0).getHeader("Version:"));
            assertArrayEquals("\r\n\r\n".getBytes(ISO_8859_1), responses.get(0).getBody());
            assertEquals(0, responses.get(1).getBody().length);
            assertArrayEquals(
                    "0123456789".getBytes(ISO_8859_1), responses.get(2).getBody());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\nContent-Length: 11\r\n\r\n",
                "HTTP/1.1 200 OK\r\n\r\n",
                "HTTP/1.1 99 OK\r\nContent-Length: 0\r\n\r\n",
                "HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n",
                "HTTP/1.1 200 OK\r\n Content-Length: 0\r\n\r\n",
            })
    void whatANodeDoesNotWriteIsNoResponse(String head) {
        byte[] bytes = head.getBytes(ISO_8859_1);
        IOException e = assertThrows(IOException.class, () -> reader.take(bytes, 0, bytes.length));
        assertEquals("its answer is not that of a node", e.getMessage());
        assertFalse(reader.isComplete());
    }

    @Test
    void aHeadHasALimit() throws Exception {
        byte[] line = "X: 345678901234\r\n".getBytes(ISO_8859_1);
        int limit = 8 * 1024 / line.length;
        for (int i = 0; i < limit; i++) {
            reader.take(line, 0, line.length);
        }
        assertThrows(IOException.class, () -> reader.take(line, 0, line.length));
    }
}
