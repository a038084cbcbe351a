package kvlab.single;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules S1, S3 and E1 to E8. */
class EntityTest {

    private TestNode node;
    private RawClient client;

    @BeforeEach
    void start(@TempDir Path data) throws IOException {
        node = TestNode.start(data);
        client = node.connect();
    }

    @AfterEach
    void stop() throws IOException {
        client.close();
        node.close();
    }

    @Test
    void statusIsOkOnceTheNodeServes() throws IOException {
        assertEquals(
                200, client.send("GET /v0/status HTTP/1.1\r\n\r\n").answer().status());
    }

    @Test
    void unknownPathIsRefused() throws IOException {
        for (String path : new String[] {"/", "/v0", "/v0/entity/", "/v0/entities?id=a", "/v1/entity?id=a"}) {
            assertEquals(
                    400,
                    client.send("GET " + path + " HTTP/1.1\r\n\r\n").answer().status(),
                    path);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "OPTIONS", "PATCH", "TRACE", "BREW"})
    void otherMethodsAreNotAllowed(String method) throws IOException {
        client.send(method + " /v0/entity?id=a HTTP/1.1\r\nContent-Length: 1\r\n\r\nx");
        RawClient.Answer answer = client.answer();
        assertEquals(405, answer.status());
        assertEquals("GET, PUT, DELETE", answer.headers().get("allow"));
    }

    @Test
    void headIsNotAllowedEitherAndItsAnswerHasNoBody() throws IOException {
        client.send("HEAD /v0/entity?id=a HTTP/1.1\r\n\r\n").get("absent");
        assertEquals(405, client.answerToHead().status());
        assertEquals(404, client.answer().status());
    }

    @Test
    void putCreatesAndReplaces() throws IOException {
        RawClient.Answer created = client.put("a", bytes("first")).answer();
        assertEquals(201, created.status());
        assertEquals(0, created.body().length);
        assertEquals("first", client.get("a").answer().text());
        assertEquals(201, client.put("a", bytes("second")).answer().status());
        assertEquals("second", client.get("a").answer().text());
    }

    @Test
    void emptyValueIsAValue() throws IOException {
        client.put("empty", new byte[0]).answer();
        RawClient.Answer answer = client.get("empty").answer();
        assertEquals(200, answer.status());
        assertEquals(0, answer.body().length);
    }

    @Test
    void putWithoutABodyStoresTheEmptyValue() throws IOException {
        assertEquals(
                201,
                client.send("PUT /v0/entity?id=none HTTP/1.1\r\n\r\n").answer().status());
        assertEquals(200, client.get("none").answer().status());
    }

    @Test
    void absentKeyIsNotFound() throws IOException {
        assertEquals(404, client.get("absent").answer().status());
    }

    @Test
    void deleteIsAcceptedAlsoForAnAbsentKey() throws IOException {
        assertEquals(202, client.delete("absent").answer().status());
    }

    @Test
    void deletedKeyIsGoneUntilItIsPutAgain() throws IOException {
        client.put("a", bytes("1")).answer();
        assertEquals(202, client.delete("a").answer().status());
        assertEquals(404, client.get("a").answer().status());
        client.put("a", bytes("2")).answer();
        assertEquals("2", client.get("a").answer().text());
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "PUT", "DELETE", "POST"})
    void missingOrEmptyIdIsRefused(String method) throws IOException {
        for (String query : new String[] {"", "?", "?id", "?id=", "?ID=a", "?xid=a", "?a=id"}) {
            String request = method + " /v0/entity" + query + " HTTP/1.1\r\nContent-Length: 0\r\n\r\n";
            assertEquals(400, client.send(request).answer().status(), request);
        }
    }

    @Test
    void idIsRefusedWhenGivenTwice() throws IOException {
        assertEquals(400, client.get("a&id=b").answer().status());
    }

    @Test
    void otherParametersAreNobodysBusiness() throws IOException {
        client.put("a", bytes("1")).answer();
        assertEquals("1", client.get("a&replicas=2/3").answer().text());
        assertEquals(
                "1",
                client.send("GET /v0/entity?x=%zz&id=a HTTP/1.1\r\n\r\n")
                        .answer()
                        .text());
    }

    @Test
    void percentEncodedAndRawBytesNameOneKey() throws IOException {
        String raw = new String("к".getBytes(UTF_8), ISO_8859_1);
        client.put("%D0%BA", bytes("ka")).answer();
        assertEquals("ka", client.get(raw).answer().text());
        assertEquals("ka", client.get("%d0%ba").answer().text());
        client.put("a%41", bytes("plain")).answer();
        assertEquals("plain", client.get("aA").answer().text());
    }

    @Test
    void keysThatLookAlikeAreDifferent() throws IOException {
        String[] ids = {
            "+", "%20", "%25", "%2520", "%26", "%3D", "a=b", "a", "A", "a%00", "%C3%A9", "e%CC%81", "/", "%3F?"
        };
        for (String id : ids) {
            client.put(id, bytes("value of " + id)).answer();
        }
        for (String id : ids) {
            assertEquals("value of " + id, client.get(id).answer().text());
        }
        assertEquals("value of +", client.get("%2B").answer().text());
    }

    @Test
    void keyMayHave1KiBAndNoMore() throws IOException {
        String longest = "%D0%BA".repeat(512);
        assertEquals(201, client.put(longest, bytes("long")).answer().status());
        assertEquals("long", client.get(longest).answer().text());
        RawClient.Answer refused = client.get(longest + "k").answer();
        assertEquals(400, refused.status());
        assertEquals("the id has 1025 bytes; at most 1024 are allowed\n", refused.text());
    }

    @Test
    void valuesRoundTripByteForByte() throws IOException {
        Random random = new Random(1);
        for (int size : new int[] {1, 8191, 8192, 8193, 63_999, 64_000, 64_001, 1 << 19, (1 << 20) - 1, 1 << 20}) {
            byte[] value = new byte[size];
            random.nextBytes(value);
            assertEquals(201, client.put("v", value).answer().status(), "size " + size);
            assertArrayEquals(value, client.get("v").answer().body(), "size " + size);
        }
    }

    @Test
    void clientThatWaitsForContinueIsTold() throws IOException {
        client.send("PUT /v0/entity?id=e HTTP/1.1\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n");
        assertEquals(100, client.answer().status());
        assertEquals(201, client.send("ok").answer().status());
    }

    @Test
    void tooLargeValueIsRefusedBeforeItIsSent() throws IOException {
        client.send("PUT /v0/entity?id=l HTTP/1.1\r\nContent-Length: 1048577\r\nExpect: 100-continue\r\n\r\n");
        assertEquals(413, client.answer().status());
    }

    @Test
    void tooLargeValueIsRefusedAndTheNodeGoesOn() throws IOException {
        byte[] value = new byte[(1 << 20) + 1];
        assertEquals(413, client.put("l", value).answer().status());
        assertTrue(client.isClosedByServer());
        try (RawClient next = node.connect()) {
            assertEquals(404, next.get("l").answer().status());
        }
    }

    /** As a client does on a busy machine: it reads nothing before all is sent, which takes longer than a pause may. */
    @Test
    void aClientThatIsLongInSendingStillReadsItsRefusal() throws Exception {
        client.send("PUT /v0/entity?id=l HTTP/1.1\r\nContent-Length: 1048577\r\n\r\n");
        for (int i = 0; i < 30; i++) {
            client.send(new byte[1000]);
            TimeUnit.MILLISECONDS.sleep(100);
        }
        assertEquals(413, client.answer().status());
        assertTrue(client.isClosedByServer());
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }
}
