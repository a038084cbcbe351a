package kvlab.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import kvlab.cluster.Folders;

/** A Chromium without a window, and the one page in it: what is done there goes through its DevTools protocol, as by hand. */
final class Browser implements AutoCloseable {

    private static final List<String> NAMES = List.of("chromium", "chromium-browser", "google-chrome", "chrome");
    private static final String LISTENS = "DevTools listening on ";
    private static final int ANSWER_SECONDS = 60;
    private static final int POLL_MILLIS = 100;
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Process process;
    private final Path profile;
    private final WebSocket page;
    private final Replies replies;
    private final AtomicInteger numbers = new AtomicInteger();

    private Browser(Process process, Path profile, WebSocket page, Replies replies) {
        this.process = process;
        this.profile = profile;
        this.page = page;
        this.replies = replies;
    }

    /** Where there is none, the test is skipped; where .ci/run should have seen to it, that is a failure. */
    static void require() {
        assertTrue(find().isPresent() || System.getenv("CI") == null, "chromium is missing");
        assumeTrue(find().isPresent(), "chromium is missing");
    }

    private static Optional<Path> find() {
        return Stream.of(System.getenv("PATH").split(":"))
                .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    static Browser open(String url) throws Exception {
        Path profile = Files.createTempDirectory("kvlab-browser-");
        Process process = new ProcessBuilder(
                        find().orElseThrow().toString(),
                        "--headless=new",
                        "--no-sandbox",
                        "--no-first-run",
                        "--disable-gpu",
                        "--disable-dev-shm-usage",
                        "--remote-debugging-port=0",
                        "--user-data-dir=" + profile,
                        "--window-size=1366,900",
                        url)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        URI tools = listens(process);
        HttpClient http = HttpClient.newHttpClient();
        URI list = URI.create("http://" + tools.getAuthority() + "/json/list");
        JsonArray targets = JsonParser.parseString(
                        http.send(HttpRequest.newBuilder(list).build(), BodyHandlers.ofString())
                                .body())
                .getAsJsonArray();
        String address = null;
        for (JsonElement each : targets) {
            JsonObject target = each.getAsJsonObject();
            if (target.get("type").getAsString().equals("page")) {
                address = target.get("webSocketDebuggerUrl").getAsString();
            }
        }
        Replies replies = new Replies();
        WebSocket page = http.newWebSocketBuilder()
                .buildAsync(URI.create(address), replies)
                .get(ANSWER_SECONDS, TimeUnit.SECONDS);
        return new Browser(process, profile, page, replies);
    }

    private static URI listens(Process process) throws IOException {
        BufferedReader said = process.errorReader();
        for (String line = said.readLine(); line != null; line = said.readLine()) {
            if (line.startsWith(LISTENS)) {
                // Nobody reads the rest, and a pipe that is full would stop it.
                Thread rest = new Thread(() -> said.lines().forEach(each -> {}), "browser-says");
                rest.setDaemon(true);
                rest.start();
                return URI.create(line.substring(LISTENS.length()).strip());
            }
        }
        throw new IOException("the browser ended with exit code " + process.exitValue());
    }

    /** Puts messages together, and each answer to its question. */
    private static final class Replies implements WebSocket.Listener {

        private final Map<Integer, CompletableFuture<JsonObject>> awaited = new ConcurrentHashMap<>();
        private final StringBuilder message = new StringBuilder();
        private volatile CompletableFuture<JsonObject> loaded = new CompletableFuture<>();

        @Override
        public CompletionStage<?> onText(WebSocket socket, CharSequence part, boolean last) {
            message.append(part);
            if (last) {
                JsonObject reply = JsonParser.parseString(message.toString()).getAsJsonObject();
                message.setLength(0);
                if (reply.has("id")) {
                    awaited.remove(reply.get("id").getAsInt()).complete(reply);
                } else if (reply.get("method").getAsString().equals("Page.loadEventFired")) {
                    loaded.complete(reply);
                }
            }
            socket.request(1);
            return null;
        }
    }

    private JsonObject ask(String method, JsonObject parameters) throws Exception {
        int id = numbers.incrementAndGet();
        CompletableFuture<JsonObject> reply = new CompletableFuture<>();
        replies.awaited.put(id, reply);
        JsonObject question = new JsonObject();
        question.addProperty("id", id);
        question.addProperty("method", method);
        question.add("params", parameters);
        page.sendText(question.toString(), true).get(ANSWER_SECONDS, TimeUnit.SECONDS);
        JsonObject answer = reply.get(ANSWER_SECONDS, TimeUnit.SECONDS);
        if (answer.has("error")) {
            throw new IOException(method + ": " + answer.get("error"));
        }
        return answer.getAsJsonObject("result");
    }

    /** To another page, until it has loaded: a question gets no answer while one page takes the place of another. */
    void go(String url) throws Exception {
        ask("Page.enable", new JsonObject());
        CompletableFuture<JsonObject> loaded = new CompletableFuture<>();
        replies.loaded = loaded;
        JsonObject parameters = new JsonObject();
        parameters.addProperty("url", url);
        ask("Page.navigate", parameters);
        loaded.get(ANSWER_SECONDS, TimeUnit.SECONDS);
    }

    /** What a piece of JavaScript says. */
    String evaluate(String expression) throws Exception {
        JsonObject parameters = new JsonObject();
        parameters.addProperty("expression", "String(" + expression + ")");
        JsonObject result = ask("Runtime.evaluate", parameters);
        if (result.has("exceptionDetails")) {
            throw new IOException(expression + ": " + result.get("exceptionDetails"));
        }
        return result.getAsJsonObject("result").get("value").getAsString();
    }

    /** @param what is waited for, for whoever reads that it never came */
    void await(String what, String condition, Duration most) throws Exception {
        if (!comes(condition, most)) {
            throw never(what, most);
        }
    }

    /** As somebody does whose first click came before the page heard it. */
    void clickUntil(String selector, String what, String condition, Duration most) throws Exception {
        long until = System.nanoTime() + most.toNanos();
        do {
            if (System.nanoTime() > until) {
                throw never(what, most);
            }
            click(selector);
        } while (!comes(condition, PATIENCE));
    }

    private boolean comes(String condition, Duration most) throws Exception {
        long until = System.nanoTime() + most.toNanos();
        while (!evaluate(condition).equals("true")) {
            if (System.nanoTime() > until) {
                return false;
            }
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
        return true;
    }

    private AssertionError never(String what, Duration most) throws Exception {
        return new AssertionError("not within " + most.toSeconds() + " s: " + what + "; the page says: "
                + evaluate("document.body?.innerText"));
    }

    /** With the mouse, in the middle of the first one there is. */
    void click(String selector) throws Exception {
        String element = "document.querySelector(" + new Gson().toJson(selector) + ")";
        String[] middle = evaluate("(r => (r.x + r.width / 2) + ' ' + (r.y + r.height / 2))(" + element
                        + ".getBoundingClientRect())")
                .split(" ");
        for (String type : List.of("mouseMoved", "mousePressed", "mouseReleased")) {
            JsonObject event = new JsonObject();
            event.addProperty("type", type);
            event.addProperty("x", Double.parseDouble(middle[0]));
            event.addProperty("y", Double.parseDouble(middle[1]));
            event.addProperty("button", type.equals("mouseMoved") ? "none" : "left");
            event.addProperty("clickCount", type.equals("mouseMoved") ? 0 : 1);
            ask("Input.dispatchMouseEvent", event);
        }
    }

    /** With the keyboard, where it was clicked last. */
    void type(String text) throws Exception {
        JsonObject keys = new JsonObject();
        keys.addProperty("text", text);
        ask("Input.insertText", keys);
    }

    /** A PNG of what is in view. */
    void screenshot(Path file) throws Exception {
        String data =
                ask("Page.captureScreenshot", new JsonObject()).get("data").getAsString();
        Files.write(file, Base64.getDecoder().decode(data));
    }

    @Override
    public void close() throws IOException {
        page.abort();
        // What it has started writes to that folder, too.
        List<ProcessHandle> all = Stream.concat(Stream.of(process.toHandle()), process.descendants())
                .toList();
        all.forEach(ProcessHandle::destroyForcibly);
        all.forEach(each -> each.onExit().join());
        Folders.remove(profile);
    }
}
